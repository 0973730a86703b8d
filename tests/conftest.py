"""Settings of all tests: properties are tried on the same inputs everywhere, and never timed; nothing is kept between runs."""

import os

from hypothesis import HealthCheck, settings

settings.register_profile("steady", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow], print_blob=False)
settings.load_profile("steady")
os.environ.setdefault("CAVEWRIGHT_CACHE", "off")
