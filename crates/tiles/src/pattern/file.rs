//! Files.
/// A mapped table.
#[derive(Debug)]
pub struct Mapping(memmap2::Mmap);
impl Mapping {
    pub(super) fn values(&self) -> &[u8] { &self.0 }
}
