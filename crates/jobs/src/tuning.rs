//! What tunes a method: the same fields wherever a search is asked for.

use hueco_search::algorithm::Settings;
use hueco_search::{Cost, Ties};
use hueco_tiles::Order;
use hueco_tiles::solve::Plan;
use serde::{Serialize, Serializer};

use crate::error::{RequestError, RequestFault};
use crate::fields::Fields;
use crate::limits::Allowance;
use crate::read;

/// Weights, widths, limits of depth, ties, the order of children, threads.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Tuning {
    /// Weighted A*: the weight in thousandths (1500 is 1.5), at least 1000.
    #[serde(serialize_with = "thousandths")]
    pub weight: u32,
    /// Beam search: states kept in a layer.
    pub width: usize,
    /// Depth-limited search: the limit.
    pub depth: Cost,
    /// Which of equal nodes comes first.
    pub ties: Ties,
    /// The order in which children are created.
    pub order: Order,
    /// Threads; `None`: as many as help (the explicit algorithms use one).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threads: Option<usize>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
fn thousandths<S: Serializer>(weight: &u32, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(f64::from(*weight) / 1000.0)
}

impl Default for Tuning {
    fn default() -> Self {
        Self { weight: 1500, width: 1000, depth: 30, ties: Ties::default(), order: Order::default(), threads: None }
    }
}

impl Tuning {
    /// `weight`, `width`, `depth`, `ties`, `order`, `threads`.
    pub(crate) fn read(fields: &mut Fields, allowed: &Allowance) -> Result<Self, RequestError> {
        let default = Self::default();
        let weight = fields.decimal("weight", 1.0, 1000.0)?.map(|weight| (weight * 1000.0).round() as u32);
        let order =
            fields.text("order")?.map(|text| Order::parse(&text).ok_or_else(|| RequestFault::Order.of("order")));
        Ok(Self {
            weight: weight.unwrap_or(default.weight),
            width: fields.whole("width", 1, 10_000_000)?.map_or(default.width, |width| width as usize),
            depth: fields.whole("depth", 0, 1_000_000)?.map_or(default.depth, |depth| depth as Cost),
            ties: fields.named("ties", &Ties::ALL)?.unwrap_or(default.ties),
            order: order.transpose()?.unwrap_or(default.order),
            threads: read::threads(fields, allowed)?,
        })
    }

    /// What of it any problem has a use for.
    pub fn settings(&self) -> Settings {
        Settings { weight: self.weight, width: self.width, depth: self.depth, ties: self.ties }
    }

    /// The plan with these settings.
    pub(crate) fn apply(&self, plan: Plan) -> Plan {
        Plan {
            weight: self.weight,
            width: self.width,
            depth: self.depth,
            ties: self.ties,
            order: self.order,
            threads: self.threads,
            ..plan
        }
    }
}

#[cfg(test)]
mod tests {
    use hueco_tiles::{Board, parse_board};
    use serde_json::json;

    use super::*;

    fn read(text: &str) -> Result<Tuning, RequestError> {
        Tuning::read(&mut Fields::parse(text.as_bytes())?, &Allowance::unlimited())
    }

    #[test]
    fn what_was_asked_for_is_read_applied_and_written() {
        let asked = json!({"weight": 2.125, "width": 7, "depth": 9, "ties": "fifo", "order": "DRLU", "threads": 2});
        let tuning = read(&asked.to_string()).unwrap();
        let order = Order::parse("DRLU").unwrap();
        let expected = Tuning { weight: 2125, width: 7, depth: 9, ties: Ties::Fifo, order, threads: Some(2) };
        assert_eq!(tuning, expected);
        assert_eq!(tuning.settings(), Settings { weight: 2125, width: 7, depth: 9, ties: Ties::Fifo });
        let board = parse_board("1 2 3 / 4 5 6 / 7 0 8", None).unwrap();
        let goal = Board::blank_last(board.shape());
        let plan = tuning.apply(Plan { optimal: true, ..Plan::new(board, goal) });
        assert_eq!((plan.weight, plan.width, plan.depth, plan.ties), (2125, 7, 9, Ties::Fifo));
        assert_eq!((plan.order, plan.threads, plan.optimal), (order, Some(2), true));
        assert_eq!(serde_json::to_value(&tuning).unwrap()["weight"], 2.125);
    }

    #[test]
    fn what_was_not_asked_for_has_a_default_and_what_is_out_of_range_is_refused() {
        assert_eq!(read("{}"), Ok(Tuning::default()));
        for (field, value) in [
            ("weight", json!(0.9)),
            ("width", json!(0)),
            ("depth", json!(-1)),
            ("ties", json!("h")),
            ("order", json!("UUDL")),
        ] {
            let error = read(&json!({ field: value }).to_string()).unwrap_err();
            assert_eq!(error.field.as_deref(), Some(field));
        }
    }
}
