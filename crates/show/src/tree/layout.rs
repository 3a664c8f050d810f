//! Where the boxes of a tree stand: a tidy tree, in time linear in its size (Buchheim, Jünger and Leipert, 2002, after Reingold
//! and Tilford), for boxes of any width and height.
//!
//! Nodes of the same depth stand in one row, in order, and a parent stands over the middle of its children. Subtrees are set side
//! by side from left to right, each as near to its neighbours as their outlines allow; where a large subtree pushes its
//! neighbour away, the small ones between them are spread out evenly. An outline is followed from row to row through *threads*, so
//! that no row of a subtree is looked at twice. Nothing here recurses: a depth-first search can be a hundred thousand rows deep.
//!
//! The page places its trees by the same steps under the same names, in `crates/web/page/assets/lib/layout.js`; what both must
//! compute is in `tests/all/layout.json`.

/// A box to be placed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sized {
    /// The box above it, which comes before it in the list.
    pub parent: Option<usize>,
    /// Its width.
    pub width: f64,
    /// Its height.
    pub height: f64,
}

/// A placed box: its upper left corner and its size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placed {
    /// Left.
    pub x: f64,
    /// Top.
    pub y: f64,
    /// Width.
    pub width: f64,
    /// Height.
    pub height: f64,
}

impl Placed {
    /// The middle, from left to right.
    pub fn middle(&self) -> f64 {
        self.x + self.width / 2.0
    }

    /// The lower edge.
    pub fn bottom(&self) -> f64 {
        self.y + self.height
    }
}

/// Places boxes: at least `gap` between neighbours, `rows` between a row and the next. Several roots stand side by side. The leftmost
/// box begins at 0, the first row too.
pub fn place(boxes: &[Sized], gap: f64, rows: f64) -> Vec<Placed> {
    let mut layout = Layout::new(boxes, gap);
    layout.first_walk();
    let centres = layout.second_walk();
    // Rows: as high as their highest box.
    let mut depth = vec![0_usize; boxes.len()];
    let mut heights: Vec<f64> = Vec::new();
    for (at, sized) in boxes.iter().enumerate() {
        depth[at] = sized.parent.map_or(0, |parent| depth[parent] + 1);
        if depth[at] == heights.len() {
            heights.push(0.0);
        }
        heights[depth[at]] = heights[depth[at]].max(sized.height);
    }
    let mut top = 0.0;
    let tops: Vec<f64> = heights
        .iter()
        .map(|height| {
            let this = top;
            top += height + rows;
            this
        })
        .collect();
    let left = centres.iter().zip(boxes).map(|(x, sized)| x - sized.width / 2.0).fold(f64::INFINITY, f64::min);
    let placed = |(at, sized): (usize, &Sized)| Placed {
        x: centres[at] - sized.width / 2.0 - left,
        y: tops[depth[at]],
        width: sized.width,
        height: sized.height,
    };
    boxes.iter().enumerate().map(placed).collect()
}

/// The working columns, one entry a box; the last is a root above all roots.
struct Layout {
    children: Vec<Vec<usize>>,
    width: Vec<f64>,
    gap: f64,
    /// The place among its siblings.
    number: Vec<usize>,
    parent: Vec<usize>,
    /// A centre relative to the parent's subtree, and what is to be added to everything below.
    prelim: Vec<f64>,
    modifier: Vec<f64>,
    shift: Vec<f64>,
    change: Vec<f64>,
    thread: Vec<Option<usize>>,
    ancestor: Vec<usize>,
}

impl Layout {
    fn new(boxes: &[Sized], gap: f64) -> Self {
        let root = boxes.len();
        let count = root + 1;
        let mut children = vec![Vec::new(); count];
        let mut number = vec![0; count];
        let mut parent = vec![root; count];
        for (at, sized) in boxes.iter().enumerate() {
            parent[at] = sized.parent.unwrap_or(root);
            number[at] = children[parent[at]].len();
            children[parent[at]].push(at);
        }
        let width = boxes.iter().map(|sized| sized.width).chain([0.0]).collect();
        Self {
            children,
            width,
            gap,
            number,
            parent,
            prelim: vec![0.0; count],
            modifier: vec![0.0; count],
            shift: vec![0.0; count],
            change: vec![0.0; count],
            thread: vec![None; count],
            ancestor: (0..count).collect(),
        }
    }

    fn root(&self) -> usize {
        self.children.len() - 1
    }

    /// Every node after its parent.
    fn preorder(&self) -> Vec<usize> {
        let mut order = Vec::with_capacity(self.children.len());
        let mut waiting = vec![self.root()];
        while let Some(node) = waiting.pop() {
            order.push(node);
            waiting.extend(self.children[node].iter().rev());
        }
        order
    }

    /// From below: sets each node's children side by side.
    fn first_walk(&mut self) {
        for node in self.preorder().into_iter().rev() {
            let mut default_ancestor = self.children[node].first().copied().unwrap_or(node);
            for place in 0..self.children[node].len() {
                let child = self.children[node][place];
                let middle = self.middle(child);
                if place > 0 {
                    let left = self.children[node][place - 1];
                    self.prelim[child] = self.prelim[left] + self.distance(left, child);
                    if !self.children[child].is_empty() {
                        self.modifier[child] = self.prelim[child] - middle;
                    }
                    default_ancestor = self.apportion(child, left, default_ancestor);
                } else {
                    self.prelim[child] = middle;
                }
            }
            self.execute_shifts(node);
        }
    }

    /// The middle of a node's children; 0 of a leaf.
    fn middle(&self, node: usize) -> f64 {
        match (self.children[node].first(), self.children[node].last()) {
            (Some(&first), Some(&last)) => f64::midpoint(self.prelim[first], self.prelim[last]),
            _ => 0.0,
        }
    }

    fn distance(&self, left: usize, right: usize) -> f64 {
        f64::midpoint(self.width[left], self.width[right]) + self.gap
    }

    fn next_left(&self, node: usize) -> Option<usize> {
        self.children[node].first().copied().or(self.thread[node])
    }

    fn next_right(&self, node: usize) -> Option<usize> {
        self.children[node].last().copied().or(self.thread[node])
    }

    /// Moves a subtree away from those to its left, row by row along their facing outlines.
    fn apportion(&mut self, node: usize, left: usize, mut default_ancestor: usize) -> usize {
        let first = self.children[self.parent[node]][0];
        // Inner and outer outline, of this subtree (plus) and of the forest to its left (minus), with their sums.
        let (mut inner_plus, mut outer_plus, mut inner_minus, mut outer_minus) = (node, node, left, first);
        let mut sum_inner_plus = self.modifier[inner_plus];
        let mut sum_outer_plus = self.modifier[outer_plus];
        let mut sum_inner_minus = self.modifier[inner_minus];
        let mut sum_outer_minus = self.modifier[outer_minus];
        while let (Some(minus), Some(plus)) = (self.next_right(inner_minus), self.next_left(inner_plus)) {
            (inner_minus, inner_plus) = (minus, plus);
            // The outer outlines go as deep as the inner ones.
            outer_minus = self.next_left(outer_minus).unwrap_or(outer_minus);
            outer_plus = self.next_right(outer_plus).unwrap_or(outer_plus);
            self.ancestor[outer_plus] = node;
            let shift = (self.prelim[inner_minus] + sum_inner_minus) - (self.prelim[inner_plus] + sum_inner_plus)
                + self.distance(inner_minus, inner_plus);
            if shift > 0.0 {
                let from = self.ancestor[inner_minus];
                let from = if self.parent[from] == self.parent[node] { from } else { default_ancestor };
                self.move_subtree(from, node, shift);
                sum_inner_plus += shift;
                sum_outer_plus += shift;
            }
            sum_inner_minus += self.modifier[inner_minus];
            sum_inner_plus += self.modifier[inner_plus];
            sum_outer_minus += self.modifier[outer_minus];
            sum_outer_plus += self.modifier[outer_plus];
        }
        if let (Some(next), None) = (self.next_right(inner_minus), self.next_right(outer_plus)) {
            self.thread[outer_plus] = Some(next);
            self.modifier[outer_plus] += sum_inner_minus - sum_outer_plus;
        }
        if let (Some(next), None) = (self.next_left(inner_plus), self.next_left(outer_minus)) {
            self.thread[outer_minus] = Some(next);
            self.modifier[outer_minus] += sum_inner_plus - sum_outer_minus;
            default_ancestor = node;
        }
        default_ancestor
    }

    /// Moves a subtree to the right, and notes that those between it and `from` are to be spread out.
    fn move_subtree(&mut self, from: usize, node: usize, shift: f64) {
        let between = (self.number[node] - self.number[from]) as f64;
        self.change[node] -= shift / between;
        self.shift[node] += shift;
        self.change[from] += shift / between;
        self.prelim[node] += shift;
        self.modifier[node] += shift;
    }

    fn execute_shifts(&mut self, node: usize) {
        let (mut shift, mut change) = (0.0, 0.0);
        for place in (0..self.children[node].len()).rev() {
            let child = self.children[node][place];
            self.prelim[child] += shift;
            self.modifier[child] += shift;
            change += self.change[child];
            shift += self.shift[child] + change;
        }
    }

    /// From above: adds up what was put off.
    fn second_walk(&self) -> Vec<f64> {
        let mut sums = vec![0.0; self.children.len()];
        let mut centres = vec![0.0; self.children.len()];
        for node in self.preorder() {
            centres[node] = self.prelim[node] + sums[node];
            for &child in &self.children[node] {
                sums[child] = sums[node] + self.modifier[node];
            }
        }
        centres.pop();
        centres
    }
}
