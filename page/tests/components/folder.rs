//! Folders and archives as `page/folder.js` and `page/archive.js` read them: what they hold, what
//! is left out, and what is said of those that are no use.

use js_sys::{Array, Function, Uint8Array};
use serde_json::{Value, json};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_futures::JsFuture;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::Blob;

#[wasm_bindgen(module = "/folder.js")]
extern "C" {
    #[wasm_bindgen(catch)]
    async fn read(items: &Array) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(js_name = firstProgram)]
    fn first_program(paths: &Array) -> Option<String>;
}

#[wasm_bindgen(module = "/archive.js")]
extern "C" {
    #[wasm_bindgen(js_name = writeZip)]
    fn write_zip(files: &Array) -> JsValue;
}

/// Makes a file; with folders in its path it is one of a folder that was chosen.
const FILE: &str = "const file = new File([content], path.split('/').pop());
    if (path.includes('/')) Object.defineProperty(file, 'webkitRelativePath', { value: path });
    return file;";
/// Makes plain values of what was read.
const PLAIN: &str = "return JSON.stringify({
    files: [...read.files].map(([path, bytes]) => [path, bytes.length]),
    said: read.said.map(([isProblem, text]) => text),
    programs: read.programs.map(([path]) => path),
})";

fn file(path: &str, content: &[u8]) -> JsValue {
    let content = Uint8Array::from(content);
    let made = Function::new_with_args("path, content", FILE);
    let made = made.call2(&JsValue::NULL, &path.into(), &content);
    made.expect("a file")
}

async fn opened(items: impl IntoIterator<Item = JsValue>) -> Value {
    let items: Array = items.into_iter().collect();
    let found = read(&items).await.expect("an answer");
    let plain = Function::new_with_args("read", PLAIN).call1(&JsValue::NULL, &found);
    let plain = plain.expect("values").as_string().expect("a text");
    serde_json::from_str(&plain).expect("JSON")
}

fn said(opened: &Value) -> String {
    let said = opened["said"].as_array().expect("sentences").iter();
    let said: Vec<&str> = said.filter_map(Value::as_str).collect();
    said.join("\n")
}

/// Returns where an archive's list of files begins.
fn list_at(zip: &[u8]) -> usize {
    let mut places = zip.windows(4);
    places.position(|it| it == b"PK\x01\x02").expect("a list")
}

/// Returns the bytes of an archive of these files.
async fn zipped(files: &[(&str, &[u8])]) -> Vec<u8> {
    let files = files.iter().map(|(path, content)| {
        let content = Uint8Array::from(*content);
        Array::of2(&JsValue::from(*path), &content)
    });
    let blob: Blob = write_zip(&files.collect()).unchecked_into();
    let buffer = JsFuture::from(blob.array_buffer()).await.expect("bytes");
    Uint8Array::new(&buffer).to_vec()
}

#[wasm_bindgen_test]
async fn a_chosen_folder_keeps_its_layout() {
    let read = opened([
        file("RL/src/train.py", b"import model"),
        file("RL/src/model.py", b"X = 1"),
        file("RL/data/x.csv", b"a,b"),
        file("RL/.git/config", b"no"),
        file("RL/src/__pycache__/model.pyc", b"no"),
    ])
    .await;
    let files = json!([["src/model.py", 5], ["src/train.py", 12], ["data/x.csv", 3]]);
    assert_eq!(read["files"], files);
    assert_eq!(read["programs"], json!(["src/train.py"]));
    assert_eq!(said(&read), "RL is open: 3 files lie beside your cells");
    // A program beside data is a cell as ever, and the data lie beside it.
    let read = opened([file("a.py", b"1"), file("x.csv", b"1")]).await;
    assert_eq!(
        (&read["files"], &read["programs"]),
        (&json!([["x.csv", 1]]), &json!(["a.py"]))
    );
    assert!(said(&read).contains("open(\"x.csv\") reads it"), "{read}");
}

#[wasm_bindgen_test]
fn the_first_program_is_a_sensible_one() {
    for (paths, first) in [
        (&["b/main.py", "a/train.py", "a.py"][..], Some("b/main.py")),
        (
            &["deep/er/train.py", "deep/train.py"],
            Some("deep/train.py"),
        ),
        (
            &["util/a.py", "lessons/04_PG.ipynb"],
            Some("lessons/04_PG.ipynb"),
        ),
        (
            &["a.ipynb", "b.ipynb", "vpg.py", "pkg/core.py"],
            Some("vpg.py"),
        ),
        (&["vpg.py", "ppo.py"], None),
        (&["pkg/__init__.py", "test_it.py", "setup.py"], None),
    ] {
        let paths: Array = paths.iter().map(|path| JsValue::from(*path)).collect();
        assert_eq!(first_program(&paths).as_deref(), first);
    }
}

#[wasm_bindgen_test]
async fn an_archive_comes_back_as_it_was_saved() {
    let zip = zipped(&[("top/main.py", b"x = 1"), ("top/ü/data.bin", &[0, 255, 7])]).await;
    let read = opened([file("top.zip", &zip)]).await;
    assert_eq!(read["files"], json!([["main.py", 5], ["ü/data.bin", 3]]));
    assert_eq!(read["programs"], json!(["main.py"]));
}

/// What a browser packs is unpacked again: the list of files is made by hand.
#[wasm_bindgen_test]
async fn a_packed_file_is_unpacked() {
    let text = "import torch\n".repeat(100);
    let pack = "return new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'))).arrayBuffer()";
    let packed = Function::new_with_args("text", pack).call1(&JsValue::NULL, &text.as_str().into());
    let packed: js_sys::Promise = packed.expect("a promise").unchecked_into();
    let packed = Uint8Array::new(&JsFuture::from(packed).await.expect("bytes")).to_vec();
    // The checksum and the sizes of the whole text, beside what is packed.
    let whole = zipped(&[("main.py", text.as_bytes())]).await;
    let begin = 30 + "main.py".len();
    let mut zip = [&whole[..begin], &packed[..], &whole[list_at(&whole)..]].concat();
    let (list, end) = (list_at(&zip), zip.len() - 22);
    zip[list + 10] = 8;
    zip[list + 20..list + 24]
        .copy_from_slice(&u32::try_from(packed.len()).expect("small").to_le_bytes());
    zip[end + 16..end + 20].copy_from_slice(&u32::try_from(list).expect("small").to_le_bytes());
    let read = opened([file("a.zip", &zip)]).await;
    assert_eq!(read["files"], json!([["main.py", text.len()]]), "{read}");
    // One that unpacks to more than its list says is given up.
    zip[list + 24..list + 28].copy_from_slice(&10_u32.to_le_bytes());
    let read = opened([file("a.zip", &zip)]).await;
    assert!(
        said(&read).contains("1 file could not be unpacked or read: main.py"),
        "{read}"
    );
}

#[wasm_bindgen_test]
async fn what_is_no_use_is_said() {
    let good = zipped(&[("main.py", b"x = 1"), ("b.txt", b"yes")]).await;
    let list = list_at(&good);
    let mut locked = good.clone();
    locked[list + 8] |= 1;
    let mut damaged = good.clone();
    damaged[30 + "main.py".len()] ^= 1;
    for (name, bytes, words) in [
        ("locked.zip", &locked[..], "locked.zip is encrypted"),
        (
            "cut.zip",
            &good[..good.len() / 2],
            "cut.zip is no whole zip archive",
        ),
        ("no.zip", b"PK", "no.zip is no whole zip archive"),
        (
            "damaged.zip",
            &damaged,
            "could not be unpacked or read: main.py",
        ),
        ("runs.tar.gz", &good, "archive of another kind than .zip"),
        ("runs.7z", &good, "archive of another kind than .zip"),
        ("runs.rar", &good, "archive of another kind than .zip"),
    ] {
        let read = opened([file(name, bytes)]).await;
        assert!(said(&read).contains(words), "{name}: {read}");
    }
    // What leads out of the folder is left out, and the rest is there.
    let paths = [
        "/etc/passwd",
        "../up.py",
        "a/../../b.py",
        "C:\\x.py",
        "in.py",
    ];
    let outside = zipped(&paths.map(|path| (path, &b"1"[..]))).await;
    let read = opened([file("out.zip", &outside)]).await;
    assert_eq!(read["files"], json!([["in.py", 1]]));
    assert!(
        said(&read).contains("left out: /etc/passwd, ../up.py, a/../../b.py and 1 more"),
        "{read}"
    );
    // Too many files, and too large ones.
    let many = (0..5_000).map(|number| file(&format!("many/{number}.txt"), b"1"));
    let read = opened(many).await;
    assert_eq!(read["files"], json!([]));
    assert!(
        said(&read).contains("many has more than 2000 files"),
        "{read}"
    );
    let film = vec![0; 17_000_000];
    let read = opened([file("f/film.mp4", &film), file("f/main.py", b"1")]).await;
    assert_eq!(read["files"], json!([["main.py", 1]]));
    assert!(
        said(&read).contains("1 file is left out: film.mp4 (17.0 MB)"),
        "{read}"
    );
    // A notebook that becomes cells takes no room: most of it is outputs.
    let read = opened([file("book.ipynb", &film), file("x.csv", b"1")]).await;
    assert_eq!(
        (&read["files"], &read["programs"]),
        (&json!([["x.csv", 1]]), &json!(["book.ipynb"]))
    );
    assert!(said(&opened([]).await).contains("no file, or an empty folder"));
}
