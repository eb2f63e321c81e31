"""What is remembered by which objects it was made from."""

from __future__ import annotations

from firefight.same import of_the_same


def test_of_the_same_objects_it_is_worked_out_once_and_of_equal_ones_anew() -> None:
    asked: list[tuple[int, ...]] = []

    @of_the_same(10)
    def total(numbers: tuple[int, ...], more: tuple[int, ...]) -> int:
        asked.append(numbers)
        return sum(numbers) + sum(more)

    one, two = tuple([1, 2]), tuple([3])
    assert total(one, two) == total(one, two) == 6
    assert len(asked) == 1
    assert total(tuple([1, 2]), two) == 6
    assert len(asked) == 2


def test_no_new_object_is_taken_for_one_that_has_gone() -> None:
    @of_the_same(1_000)
    def first(numbers: tuple[int, ...]) -> int:
        return numbers[0]

    assert [first((number, number)) for number in range(500)] == list(range(500))


def test_no_more_is_remembered_than_was_said() -> None:
    asked: list[int] = []

    @of_the_same(3)
    def noted(numbers: tuple[int, ...]) -> int:
        asked.append(numbers[0])
        return numbers[0]

    many = [(number,) for number in range(4)]
    assert [noted(one) for one in many] == [0, 1, 2, 3]
    assert noted(many[3]) == 3
    assert noted(many[0]) == 0
    assert asked == [0, 1, 2, 3, 0]
