"""How quickly files were settled, and how long others will take."""

import pytest

from schedario.records.job import Pace


def test_the_first_file_began_before_the_time_that_is_counted() -> None:
    # Ten files after the first one, in five minutes.
    assert Pace(11, 300.0).per_minute == 2.0
    assert Pace(11, 300.0).seconds_for(7) == 210.0


@pytest.mark.parametrize("pace", [Pace(0, 0.0), Pace(1, 60.0), Pace(2, 0.0)])
def test_too_few_files_tell_nothing(pace: Pace) -> None:
    assert pace.per_minute is None
    assert pace.seconds_for(7) is None
