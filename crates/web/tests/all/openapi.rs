//! The document of the API is true: it names every route and no other, and every example in it is answered as it says.

use std::collections::BTreeSet;

use crate::common::Running;
use serde_json::Value;

fn document() -> Value {
    let document = Running::new().get("/api/openapi.json");
    assert_eq!(document.header("content-type"), Some("application/json"));
    serde_json::from_slice(&document.body).unwrap()
}

/// Every method, path and operation.
fn operations(document: &Value) -> impl Iterator<Item = (String, String, &Value)> {
    let paths = document["paths"].as_object().unwrap();
    paths.iter().flat_map(|(path, methods)| {
        let methods = methods.as_object().unwrap();
        methods.iter().map(move |(method, operation)| (method.to_uppercase(), path.clone(), operation))
    })
}

#[test]
fn it_names_every_route_and_no_other() {
    let document = document();
    let written: BTreeSet<_> = operations(&document).map(|(method, path, _)| (method, path)).collect();
    let served: BTreeSet<_> =
        hueco_web::routes().map(|(method, path)| (method.to_owned(), path.replace("{*", "{"))).collect();
    assert_eq!(written, served);
}

#[test]
fn every_reference_leads_somewhere() {
    fn walk(value: &Value, document: &Value) {
        match value {
            Value::Object(map) => {
                if let Some(Value::String(reference)) = map.get("$ref") {
                    let target = document.pointer(reference.trim_start_matches('#'));
                    assert!(target.is_some(), "{reference}");
                }
                map.values().for_each(|value| walk(value, document));
            }
            Value::Array(values) => values.iter().for_each(|value| walk(value, document)),
            _ => {}
        }
    }
    let document = document();
    walk(&document, &document);
}

/// The path with its examples filled in; `job` stands for every job.
fn address(path: &str, operation: &Value, job: &str) -> String {
    let mut address = path.replace("{id}", job);
    let mut query = Vec::new();
    for parameter in operation["parameters"].as_array().into_iter().flatten() {
        let Some(name) = parameter["name"].as_str() else { continue };
        let example = match &parameter["example"] {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        match parameter["in"].as_str() {
            Some("path") => address = address.replace(&format!("{{{name}}}"), &example),
            _ => query.push(format!("{name}={example}")),
        }
    }
    if query.is_empty() { address } else { format!("{address}?{}", query.join("&")) }
}

#[test]
fn every_example_is_answered_as_it_says() {
    let document = document();
    let server = Running::new();
    for (method, path, operation) in operations(&document) {
        // The page's own files have names of their own.
        if path.starts_with("/assets/") {
            continue;
        }
        let job = server.start(&serde_json::json!({"kind": "quiz"}));
        let job = job.rsplit('/').next().unwrap();
        let address = address(&path, operation, job);
        let documented = |status: u16| {
            let response = &operation["responses"][status.to_string()];
            assert!(response.is_object(), "{method} {path} answers {status}, which is not documented");
        };
        let examples = operation["requestBody"]["content"]["application/json"]["examples"].as_object();
        match examples {
            None if path.ends_with("/events") => {
                assert_eq!(server.listen(&format!("/api/jobs/{job}")).last().0, "result");
            }
            None => {
                let answer = server.send(&method, &address, &[], "");
                assert_eq!(answer.status, 200, "{method} {address}");
                documented(answer.status);
            }
            Some(examples) => {
                for (name, example) in examples {
                    let answer = server.post(&address, &example["value"]);
                    assert!(matches!(answer.status, 200 | 202), "{name}: {}", answer.text());
                    documented(answer.status);
                    if answer.status == 202 {
                        let id = answer.json()["id"].as_str().unwrap().to_owned();
                        let (event, data) = server.listen(&format!("/api/jobs/{id}")).last();
                        assert_eq!(event, "result", "{name}: {data}");
                    }
                }
                documented(server.post_text(&address, "{").status);
                documented(server.send(&method, &address, &[("content-type", "text/plain")], "{}").status);
            }
        }
        documented(server.send(&method, &address, &[("host", "evil.example")], "").status);
    }
}
