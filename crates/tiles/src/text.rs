//! Types that have a text of their own: to serde they are that text.

pub use hueco_search::UnknownName;

/// Serializes a type as its [`Display`](std::fmt::Display) text and reads it by its [`FromStr`](std::str::FromStr).
macro_rules! serde_as_text {
    ($type:ty) => {
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = <String as serde::Deserialize>::deserialize(deserializer)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }
    };
}

pub(crate) use serde_as_text;

#[cfg(test)]
mod tests {
    use std::fmt::{self, Debug, Display};
    use std::str::FromStr;

    use serde::de::value::{Error, StrDeserializer};
    use serde::{Deserialize, Serialize};

    use crate::heuristic::HeuristicSpec;
    use crate::metric::Metric;
    use crate::pattern::PartitionSpec;
    use crate::problem::Order;
    use crate::solve::Algorithm;

    /// What serde writes.
    struct Written<'a, T>(&'a T);

    impl<T: Serialize> Display for Written<'_, T> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            self.0.serialize(f)
        }
    }

    fn is_text<T>(text: &str)
    where
        T: FromStr<Err: Debug> + PartialEq + Debug + Serialize + for<'de> Deserialize<'de>,
    {
        let value: T = text.parse().unwrap();
        assert_eq!(Written(&value).to_string(), text);
        assert_eq!(T::deserialize(StrDeserializer::<Error>::new(text)), Ok(value));
        assert!(T::deserialize(StrDeserializer::<Error>::new("nothing like it")).is_err());
    }

    #[test]
    fn serde_writes_and_reads_the_text() {
        is_text::<HeuristicSpec>("max(pattern(7-8),inversion)");
        is_text::<PartitionSpec>("1,2,5/3,4,7");
        is_text::<Metric>("multi");
        is_text::<Order>("UDLR");
        for (name, _) in Algorithm::ALL {
            is_text::<Algorithm>(name);
        }
    }
}
