//! Texts as addresses, for links that save them as files.

/// The address that holds `text`, which is of this media type.
pub fn address(kind: &str, text: &str) -> String {
    let text = String::from(js_sys::encode_uri_component(text));
    format!("data:{kind};charset=utf-8,{text}")
}
