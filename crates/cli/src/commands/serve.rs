//! `hueco serve`: the page, on this machine.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::process::{Command as Process, Stdio};
use std::time::Duration;

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use hueco_say::{Lang, Say, commands as words, serve as said};
use hueco_tiles::pattern::Store;
use hueco_web::{Limits, Page, Server, Settings};

use crate::context::Context;
use crate::failure::{Failure, Result};
use crate::status::Status;
use crate::{memory, options};

/// The port where nothing is said: on a telephone's keys, the letters of the name.
const PORT: &str = "48326";

/// How soon a Ctrl-C is noticed.
const BETWEEN_LOOKS: Duration = Duration::from_millis(100);

pub(crate) fn command(command: Command, lang: Lang) -> Command {
    let number = words::placeholder_number(lang);
    command
        .about(said::about_serve(lang))
        .after_help(said::after_serve(lang))
        .arg(
            Arg::new("port")
                .long("port")
                .short('p')
                .value_name(number)
                .allow_negative_numbers(true)
                .value_parser(options::counted(lang, 0, u64::from(u16::MAX)))
                .default_value(PORT)
                .help(said::option_port(lang)),
        )
        .arg(
            Arg::new("host")
                .long("host")
                .value_name(said::placeholder_address(lang))
                .value_parser(move |text: &str| text.parse::<IpAddr>().map_err(|_| said::address_expected(lang)))
                .default_value("127.0.0.1")
                .help(said::option_host(lang)),
        )
        .arg(
            Arg::new("allow-host")
                .long("allow-host")
                .value_name(words::placeholder_name(lang))
                .action(ArgAction::Append)
                .help(said::option_allow_host(lang)),
        )
        .arg(
            Arg::new("page")
                .long("page")
                .value_name(words::placeholder_folder(lang))
                .value_parser(value_parser!(PathBuf))
                .help(said::option_page(lang)),
        )
        .arg(Arg::new("open").long("open").action(ArgAction::SetTrue).help(said::option_open(lang)))
        .arg(
            Arg::new("jobs")
                .long("jobs")
                .value_name(number)
                .allow_negative_numbers(true)
                .value_parser(options::counted(lang, 1, 1024))
                .help(said::option_jobs(lang)),
        )
        .args(options::limits(lang).into_iter().map(|limit| of_each_job(limit, lang)))
}

/// A limit as it is meant here: what a job may ask for at most, and the memory of all.
fn of_each_job(limit: Arg, lang: Lang) -> Arg {
    let help = match limit.get_id().as_str() {
        "max-nodes" => said::option_serve_max_nodes(lang),
        "max-memory" => said::option_serve_max_memory(lang),
        _ => said::option_serve_timeout(lang),
    };
    limit.help(help)
}

pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<Status> {
    let lang = context.lang;
    let address = address(matches);
    let settings = Settings {
        address,
        page: page(matches, lang)?,
        hosts: matches.get_many::<String>("allow-host").into_iter().flatten().cloned().collect(),
        store: Store::of_user(),
        limits: limits(matches),
    };
    let failed = |error: io::Error| Failure::input(said::cannot_listen(lang, address, reason(&error, lang)));
    let server = Server::bind(settings).map_err(failed)?;
    let url = url(server.address());
    if !address.ip().is_loopback() {
        context.note(said::open_to_network(lang));
    }
    let mut out = context.out();
    out.line(&said::serving(lang, &url))?;
    out.flush()?;
    drop(out);
    if matches.get_flag("open")
        && let Err(error) = open(&url)
    {
        context.note(&said::cannot_open(lang, error.kind().say(lang)));
    }
    let stopper = server.stopper();
    let cancel = context.cancel.clone();
    std::thread::spawn(move || {
        while !cancel.load(std::sync::atomic::Ordering::Relaxed) {
            std::thread::sleep(BETWEEN_LOOKS);
        }
        stopper.stop();
    });
    context.while_searching(|| server.run()).map_err(failed)?;
    Ok(Status::Done)
}

/// The page in the program, or the one in a folder.
fn page(matches: &ArgMatches, lang: Lang) -> Result<Page> {
    let Some(folder) = matches.get_one::<PathBuf>("page") else { return Ok(Page::Embedded) };
    Page::in_folder(folder).ok_or_else(|| Failure::input(said::no_page(lang, folder.display())))
}

fn address(matches: &ArgMatches) -> SocketAddr {
    let ip = *matches.get_one::<IpAddr>("host").expect("it has a default");
    let port = *matches.get_one::<u64>("port").expect("it has a default");
    SocketAddr::new(ip, port as u16)
}

fn limits(matches: &ArgMatches) -> Limits {
    let mut limits = Limits::default();
    if let Some(&jobs) = matches.get_one::<u64>("jobs") {
        limits.workers = jobs as usize;
    }
    if let Some(&time) = matches.get_one::<Duration>("timeout") {
        limits.time = time;
        limits.quick_time = limits.quick_time.min(time);
    }
    if let Some(&nodes) = matches.get_one("max-nodes") {
        limits.nodes = nodes;
    }
    match matches.get_one("max-memory").copied() {
        // One job may use more than by default, where the user gives that much.
        Some(bytes) => Limits { bytes: u64::MAX, ..limits }.within(bytes),
        None => limits.within(memory::default_limit().unwrap_or(u64::MAX)),
    }
}

/// What a browser is given; an address that means every one is reached by this machine's own.
fn url(address: SocketAddr) -> String {
    let port = address.port();
    match address.ip() {
        ip if ip.is_unspecified() || ip.is_loopback() && ip.is_ipv4() => format!("http://localhost:{port}/"),
        _ => format!("http://{address}/"),
    }
}

fn reason(error: &io::Error, lang: Lang) -> String {
    match error.kind() {
        io::ErrorKind::AddrInUse => said::address_in_use(lang).to_owned(),
        io::ErrorKind::AddrNotAvailable => said::address_not_here(lang).to_owned(),
        kind => kind.say(lang),
    }
}

/// Asks the system to open the page.
fn open(url: &str) -> io::Result<()> {
    let (program, first): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("rundll32", &["url.dll,FileProtocolHandler"])
    } else {
        ("xdg-open", &[])
    };
    let mut process = Process::new(program);
    process.args(first).arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    process.spawn().map(drop)
}
