use crate::*;
#[test]
fn generate() {
    let mut desk = Desk::new();
    desk.study = Study::default();
    desk.log.clear();
    let c = |chapter: &str, mut edit: Value| {
        edit["chapter"] = json!(chapter);
        edit
    };
    let k = "rnbqkbnr/pppp1ppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for (by, edit) in [
        ("ada", json!({"type":"newChapter","title":"Opening","spec":"chess"})),
        ("ada", json!({"type":"add","node":"nodeada1","parent":"root","move":"e2e4"})),
        ("bob", json!({"type":"add","node":"nodebob1","parent":"root","move":"e2e4"})),
        ("bob", json!({"type":"add","node":"nodebob2","parent":"nodebob1","move":"e7e5"})),
        ("ada", json!({"type":"add","node":"nodeada2","parent":"nodeada1","move":"c7c5"})),
        ("ada", json!({"type":"add","node":"nodeada3","parent":"root","move":"d2d4"})),
        ("ada", json!({"type":"add","node":"nodeada4","parent":"nodebob2","move":"g1f3"})),
        ("ada", json!({"type":"comment","node":"nodeada1","text":"The king's pawn"})),
        ("bob", json!({"type":"comment","node":"nodebob1","text":"Controls d5"})),
        ("bob", json!({"type":"comment","node":"root","text":"To be removed"})),
        ("ada", json!({"type":"comment","node":"root","text":"","author":"bob"})),
        ("ada", json!({"type":"comment","node":"nodeada1","text":"King's pawn\nopening"})),
        ("bob", json!({"type":"glyphs","node":"nodeada1","glyphs":[1,14]})),
        ("bob", json!({"type":"sketches","node":"nodeada1","sketches":["Ge2e4","Rd5"]})),
        ("ada", json!({"type":"hint","node":"nodeada1","text":"Open lines"})),
        ("ada", json!({"type":"order","node":"nodeada2","place":0})),
        ("bob", json!({"type":"delete","node":"nodebob2"})),
        ("ada", json!({"type":"add","node":"nodeada5","parent":"nodeada4","move":"b8c6"})),
        ("bob", json!({"type":"restore","node":"nodebob2"})),
        ("bob", json!({"type":"add","node":"nodebob3","parent":"nodeada1","move":"e7e6"})),
        ("bob", json!({"type":"delete","node":"nodeada2"})),
        ("ada", json!({"type":"order","node":"nodebob3","place":0})),
        ("ada", json!({"type":"start","position":k})),
        (
            "bob",
            c(
                "chapter2",
                json!({"type":"newChapter","title":"Endgame","spec":"chess","position":"8/8/8/4k3/8/4K3/4P3/8 b - - 0 1","orientation":2,"mode":"interactive","tags":{"White":"Ada","Black":"Bob"}}),
            ),
        ),
        ("bob", c("chapter2", json!({"type":"add","node":"nodebob9","parent":"root","move":"e5d5"}))),
        ("ada", c("chapter3", json!({"type":"newChapter","title":"Removed","spec":"chess"}))),
        ("ada", c("chapter3", json!({"type":"deleteChapter"}))),
        ("ada", c("chapter4", json!({"type":"newChapter","title":"Empty","spec":"chess"}))),
        ("ada", c("chapter4", json!({"type":"deleteChapter"}))),
        ("ada", c("chapter4", json!({"type":"restoreChapter"}))),
        ("bob", c("chapter4", json!({"type":"chapter","title":"To do","place":1}))),
        ("bob", json!({"type":"chapter","mode":"interactive","orientation":2,"place":9})),
    ] {
        desk.good(by, edit);
    }
    let edits: Vec<String> = desk.log.iter().map(|e| serde_json::to_string(e).unwrap()).collect();
    let view: Vec<String> = desk
        .study
        .view(&str::to_owned)
        .iter()
        .map(|c| {
            let mut v = serde_json::to_value(c).unwrap();
            let nodes: Vec<String> =
                v["nodes"].as_array().unwrap().iter().map(|n| format!("        {n}")).collect();
            v["nodes"] = json!("@");
            v.to_string().replace("\"@\"", &format!("[\n{}\n    ]", nodes.join(",\n")))
        })
        .collect();
    std::fs::write(
        "tests/data/edits.json",
        format!(
            "{{\n  \"edits\": [\n    {}\n  ],\n  \"chapters\": [\n    {}\n  ]\n}}\n",
            edits.join(",\n    "),
            view.join(",\n    ")
        ),
    )
    .unwrap();
}
