//! The embedded style, script and icon. Each name contains a digest, so that browsers can cache the asset forever.

use std::sync::LazyLock;

use blake2::{Blake2b256, Digest};

use super::Response;
use crate::model::text::to_hex;

pub struct Asset {
    pub name: String,
    content_type: &'static str,
    bytes: &'static [u8],
}

pub static STYLE: LazyLock<Asset> =
    LazyLock::new(|| Asset::new("console", "css", "text/css; charset=utf-8", include_bytes!("assets/console.css")));

pub static SCRIPT: LazyLock<Asset> = LazyLock::new(|| {
    Asset::new("console", "js", "text/javascript; charset=utf-8", include_bytes!("assets/console.js"))
});

pub static ICON: LazyLock<Asset> =
    LazyLock::new(|| Asset::new("icon", "svg", "image/svg+xml", include_bytes!("assets/icon.svg")));

impl Asset {
    fn new(stem: &str, extension: &str, content_type: &'static str, bytes: &'static [u8]) -> Self {
        let digest = Blake2b256::digest(bytes);
        Self { name: format!("{stem}.{}.{extension}", to_hex(&digest[..8])), content_type, bytes }
    }
}

pub fn response(name: &str) -> Response {
    let mut assets = [&*STYLE, &*SCRIPT, &*ICON].into_iter();
    match assets.find(|asset| asset.name == name) {
        Some(asset) => Response::new(200, asset.content_type, asset.bytes)
            .with_header("cache-control", "public, max-age=31536000, immutable".to_owned()),
        None => Response::text(404, "There is nothing at this address.\n".to_owned()),
    }
}
