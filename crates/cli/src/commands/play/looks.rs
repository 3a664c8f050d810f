//! What the terminal can show: how many colours, and which characters.

use std::ffi::OsString;

use ratatui::style::{Color, Modifier, Style};

/// How many colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Colours {
    None,
    Sixteen,
    Many,
    Full,
}

/// What the terminal can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Looks {
    pub(super) colours: Colours,
    /// Lines, arrows and blocks beyond ASCII.
    pub(super) unicode: bool,
}

/// Terminals that have no colours, by the beginnings of their names.
const COLOURLESS: [&str; 6] = ["vt52", "vt100", "vt102", "vt220", "vt320", "vt420"];

/// What a part of the screen is, and so what it looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// A tile that is not where it belongs.
    Tile,
    /// A tile in its goal cell.
    Home,
    /// The tile of a hint.
    Hinted,
    Title,
    Figure,
    Faint,
    Good,
    Bad,
    /// The entry of a menu that Enter takes.
    Chosen,
}

impl Looks {
    /// As the environment says; `variable` looks a name up.
    pub(super) fn of(variable: impl Fn(&str) -> Option<OsString>) -> Self {
        let text = |name| variable(name).map(|value| value.to_string_lossy().to_lowercase()).unwrap_or_default();
        let (term, full) = (text("TERM"), text("COLORTERM"));
        let is_plain =
            COLOURLESS.iter().any(|name| term.starts_with(name)) || term.ends_with("-m") || term.ends_with("mono");
        let colours = match () {
            () if !text("NO_COLOR").is_empty() || is_plain => Colours::None,
            () if full.contains("truecolor") || full.contains("24bit") || term.ends_with("-direct") => Colours::Full,
            () if term.contains("256") || term.contains("kitty") || term.contains("alacritty") => Colours::Many,
            () => Colours::Sixteen,
        };
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].map(text).into_iter().find(|value| !value.is_empty());
        let unicode = locale.is_some_and(|locale| locale.contains("utf-8") || locale.contains("utf8"));
        Self { colours, unicode }
    }

    /// The style of a part.
    pub(super) fn style(self, role: Role) -> Style {
        let plain = Style::new();
        let coloured = |sixteen: Style, many: (u8, u8)| match self.colours {
            Colours::None => plain,
            Colours::Sixteen => sixteen,
            Colours::Many | Colours::Full => plain.fg(Color::Indexed(many.0)).bg(Color::Indexed(many.1)),
        };
        let inked = |sixteen: Color, many: u8| match self.colours {
            Colours::None => plain,
            Colours::Sixteen => plain.fg(sixteen),
            Colours::Many | Colours::Full => plain.fg(Color::Indexed(many)),
        };
        match role {
            Role::Tile => coloured(plain.fg(Color::Cyan), (255, 24)),
            Role::Home => coloured(plain.fg(Color::Green), (255, 28)).add_modifier(Modifier::BOLD),
            Role::Hinted => coloured(plain.fg(Color::Yellow), (16, 220)).add_modifier(Modifier::BOLD),
            Role::Title | Role::Figure => plain.add_modifier(Modifier::BOLD),
            Role::Faint => plain.add_modifier(Modifier::DIM),
            Role::Good => inked(Color::Green, 40).add_modifier(Modifier::BOLD),
            Role::Bad => inked(Color::Red, 203).add_modifier(Modifier::BOLD),
            Role::Chosen => plain.add_modifier(Modifier::REVERSED),
        }
    }

    /// The program's own words, without symbols that the terminal may not have.
    pub(super) fn words(self, text: String) -> String {
        if self.unicode { text } else { text.replace('·', "-").replace('…', "...") }
    }

    /// The arrow of a direction: up, left, right, down.
    pub(super) fn arrows(self) -> [&'static str; 4] {
        if self.unicode { ["↑", "←", "→", "↓"] } else { ["^", "<", ">", "v"] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn looks(variables: &[(&str, &str)]) -> (Colours, bool) {
        let looks = Looks::of(|name| variables.iter().find(|(n, _)| *n == name).map(|(_, value)| value.into()));
        (looks.colours, looks.unicode)
    }

    #[test]
    fn the_environment_says_what_can_be_shown() {
        assert_eq!(looks(&[]), (Colours::Sixteen, false));
        assert_eq!(looks(&[("TERM", "xterm-256color"), ("LANG", "es_MX.UTF-8")]), (Colours::Many, true));
        assert_eq!(
            looks(&[("TERM", "xterm"), ("COLORTERM", "truecolor"), ("LC_ALL", "C.utf8")]),
            (Colours::Full, true)
        );
        assert_eq!(looks(&[("TERM", "vt220-m"), ("LC_ALL", "C"), ("LANG", "en.UTF-8")]), (Colours::None, false));
        for colourless in ["vt100", "vt102", "vt220", "vt100-w", "linux-m", "xterm-mono"] {
            assert_eq!(looks(&[("TERM", colourless)]), (Colours::None, false), "{colourless}");
        }
        assert_eq!(looks(&[("TERM", "linux")]), (Colours::Sixteen, false));
        assert_eq!(looks(&[("NO_COLOR", "1"), ("COLORTERM", "truecolor")]), (Colours::None, false));
    }

    #[test]
    fn beyond_ascii_are_letters_only_where_the_locale_is_not_utf_8() {
        let of = |unicode| Looks { colours: Colours::None, unicode }.words("2x2 · ¿qué?…".to_owned());
        assert_eq!([of(true), of(false)], ["2x2 · ¿qué?…", "2x2 - ¿qué?..."]);
    }

    #[test]
    fn without_colours_nothing_is_coloured() {
        let looks = Looks { colours: Colours::None, unicode: true };
        for role in [Role::Tile, Role::Home, Role::Hinted, Role::Good, Role::Bad, Role::Chosen] {
            let style = looks.style(role);
            assert_eq!((style.fg, style.bg), (None, None));
        }
    }
}
