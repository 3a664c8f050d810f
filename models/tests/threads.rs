//! Each model in thousands of orders: some at random, some by priorities that change now and then (PCT), which finds rare orders
//! sooner.

use hueco_models::{engine, lanes, proof, queue, shelf, threads};

const ORDERS: usize = 10_000;
/// Changes of priority in an order.
const CHANGES: usize = 3;

fn in_many_orders(model: fn()) {
    in_orders(model, ORDERS);
}

fn in_orders(model: fn(), orders: usize) {
    shuttle::check_random(model, orders);
    shuttle::check_pct(model, orders, CHANGES);
}

#[test]
fn a_task_of_the_pool_is_done_once() {
    in_many_orders(threads::every_task_is_done_once);
}

#[test]
fn closing_the_pool_ends_everything() {
    in_many_orders(threads::closing_ends_everything);
}

#[test]
fn a_task_that_never_ends_is_replaced() {
    in_many_orders(threads::a_task_that_never_ends_is_replaced);
}

#[test]
fn a_task_that_ends_as_it_is_given_up_leaves_one_thread() {
    in_many_orders(threads::a_task_that_ends_as_it_is_given_up_leaves_one_thread);
}

#[test]
fn a_job_ends_once() {
    in_many_orders(queue::a_job_ends_once);
}

#[test]
fn the_last_listener_ends_the_job() {
    in_many_orders(queue::the_last_listener_ends_the_job);
}

#[test]
fn a_job_that_is_given_up_stays_so() {
    in_many_orders(queue::a_job_that_is_given_up_stays_so);
}

#[test]
fn a_job_is_given_up_or_ends() {
    in_many_orders(queue::a_job_is_given_up_or_ends);
}

#[test]
fn no_job_outlives_the_server() {
    in_many_orders(queue::no_job_outlives_the_server);
}

#[test]
fn a_table_is_made_once() {
    in_many_orders(shelf::a_table_is_made_once);
}

#[test]
fn a_failure_leaves_the_turn() {
    in_many_orders(shelf::a_failure_leaves_the_turn);
}

#[test]
fn tables_that_do_not_fit_are_dropped() {
    in_many_orders(shelf::tables_that_do_not_fit_are_dropped);
}

#[test]
fn hda_star_ends_with_the_cheapest() {
    in_many_orders(engine::hda_star_ends_with_the_cheapest);
}

#[test]
fn hda_star_ends_without_a_goal() {
    in_many_orders(engine::hda_star_ends_without_a_goal);
}

#[test]
fn hda_star_ends_at_a_limit() {
    in_many_orders(engine::hda_star_ends_at_a_limit);
}

#[test]
fn hda_star_ends_at_a_limit_with_full_boxes() {
    in_orders(engine::hda_star_ends_at_a_limit_with_full_boxes, ORDERS / 10);
}

#[test]
fn tasks_count_as_on_one_thread() {
    in_many_orders(engine::tasks_count_as_on_one_thread);
}

#[test]
fn lanes_count_as_on_one_thread() {
    in_many_orders(lanes::lanes_count_as_on_one_thread);
}

#[test]
fn recursions_count_as_on_one_thread() {
    in_many_orders(lanes::recursions_count_as_on_one_thread);
}

#[test]
fn lanes_meet_a_limit_as_on_one_thread() {
    in_many_orders(lanes::a_limit_is_met_as_on_one_thread);
}

#[test]
fn a_visit_is_left_to_an_earlier_one_alone() {
    in_many_orders(proof::a_visit_is_left_to_an_earlier_one_alone);
}

#[test]
fn a_full_table_loses_nothing() {
    in_many_orders(proof::a_full_table_loses_nothing);
}

#[test]
fn a_round_of_a_proof_ends_for_all() {
    in_many_orders(proof::a_round_ends_for_all);
}
