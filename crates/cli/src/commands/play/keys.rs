//! Keys: what of the terminal's events is an input of a game, and what the keys are called on the screen.

use hueco_say::{Lang, play as said};
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

/// A key that was pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Key {
    Up,
    Down,
    Left,
    Right,
    Enter,
    Escape,
    Backspace,
    Home,
    /// Ctrl-Z.
    Undo,
    /// Ctrl-Y.
    Redo,
    /// Ctrl-C.
    Interrupt,
    /// Any other, in lower case.
    Letter(char),
}

/// What a player does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Input {
    Key(Key),
    /// A click of the left button, at a column and a row of the screen.
    Click(u16, u16),
    /// A text that was pasted.
    Pasted(String),
}

/// The input that an event of the terminal is.
pub(super) fn input(event: &Event) -> Option<Input> {
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => self::key(key).map(Input::Key),
        Event::Mouse(MouseEvent { kind: MouseEventKind::Down(MouseButton::Left), column, row, .. }) => {
            Some(Input::Click(*column, *row))
        }
        Event::Paste(text) => Some(Input::Pasted(text.clone())),
        _ => None,
    }
}

fn key(event: &KeyEvent) -> Option<Key> {
    let with_control = event.modifiers.contains(KeyModifiers::CONTROL);
    Some(match event.code {
        KeyCode::Char(letter) if with_control => match letter.to_ascii_lowercase() {
            'c' => Key::Interrupt,
            'z' => Key::Undo,
            'y' => Key::Redo,
            _ => return None,
        },
        KeyCode::Char(letter) => Key::Letter(letter.to_ascii_lowercase()),
        KeyCode::Up => Key::Up,
        KeyCode::Down => Key::Down,
        KeyCode::Left => Key::Left,
        KeyCode::Right => Key::Right,
        KeyCode::Enter => Key::Enter,
        KeyCode::Esc => Key::Escape,
        KeyCode::Backspace => Key::Backspace,
        KeyCode::Home => Key::Home,
        _ => return None,
    })
}

/// A key as the screen names it, and what it does.
pub(super) type Named = (&'static str, &'static str);

/// The keys of every game, in the order of the screen.
fn common(lang: Lang) -> [Named; 7] {
    [
        ("u", said::key_undo(lang)),
        ("r", said::key_redo(lang)),
        ("b", said::key_restart(lang)),
        ("h", said::key_hint(lang)),
        ("v", said::key_watch(lang)),
        ("c", said::key_coach(lang)),
        ("q", said::key_quit(lang)),
    ]
}

/// The keys of a game of tiles.
pub(super) fn of_tiles(lang: Lang, arrows: &'static str) -> Vec<Named> {
    let own = [
        ("n", said::key_new(lang)),
        ("+ -", said::key_size(lang)),
        ("e", said::key_seed(lang)),
        ("t", said::key_today(lang)),
        ("p", said::key_picture(lang)),
    ];
    let [help @ .., quit] = common(lang);
    std::iter::once((arrows, said::key_slide(lang))).chain(help).chain(own).chain([quit]).collect()
}

/// How a game is left, where no keys are listed.
pub(super) fn quit(lang: Lang) -> String {
    format!("q {}", said::key_quit(lang))
}

/// The keys of a game of a problem file.
pub(super) fn of_problem(lang: Lang, arrows: &'static str) -> Vec<Named> {
    std::iter::once((arrows, said::key_choose(lang))).chain(common(lang)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pressed(code: KeyCode, modifiers: KeyModifiers) -> Option<Input> {
        input(&Event::Key(KeyEvent::new(code, modifiers)))
    }

    #[test]
    fn keys_are_read_in_either_case_and_on_the_way_down() {
        assert_eq!(pressed(KeyCode::Char('W'), KeyModifiers::SHIFT), Some(Input::Key(Key::Letter('w'))));
        assert_eq!(pressed(KeyCode::Char('z'), KeyModifiers::CONTROL), Some(Input::Key(Key::Undo)));
        assert_eq!(pressed(KeyCode::Char('x'), KeyModifiers::CONTROL), None);
        let up = KeyEvent::new_with_kind(KeyCode::Up, KeyModifiers::NONE, KeyEventKind::Release);
        assert_eq!(input(&Event::Key(up)), None);
    }
}
