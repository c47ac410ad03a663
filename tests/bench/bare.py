"""The floor that the game is measured against: a curses loop that does next to nothing."""

import curses

window = curses.initscr()
try:
    curses.noecho()
    curses.cbreak()
    window.keypad(True)
    window.addstr(0, 0, "A bare loop: any key moves the cursor, q ends.")
    column, key = 0, -1
    while key != ord("q"):
        window.move(1, column)
        window.refresh()
        key = window.getch()
        column = (column + 1) % 80
finally:
    curses.endwin()
