fn main() {
    println!("cargo:rustc-cfg=shuttle");
}
