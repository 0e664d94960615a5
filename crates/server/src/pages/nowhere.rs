use axum::http::header::{ACCEPT, VARY};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{Html, IntoResponse, Response};
use entourage_kernel::Text;

use crate::domain::Error;
use crate::http::failure::Spoken;
use crate::http::negotiate::language;

static TITLE: Text = Text::new("There is nothing at this address", "Il n'y a rien à cette adresse");
static ADVICE: Text = Text::new(
    "Perhaps a letter is missing, or the link was cut in two. A game is found by its whole link.",
    "Il manque peut-être une lettre, ou le lien a été coupé en deux. Une partie se retrouve par son lien entier.",
);
static GAMES: Text = Text::new("To the games", "Aux jeux");

pub(super) fn answer(parts: &Parts) -> Response {
    if !wants_page(&parts.headers) || parts.uri.path().starts_with("/api/") {
        return Error::NoRoute.into_response();
    }
    let language = language(parts);
    let [title, advice, games] = [&TITLE, &ADVICE, &GAMES].map(|text| text.get(language));
    let page = format!(
        "<!doctype html><html lang=\"{code}\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><meta name=\"robots\" content=\"noindex\">\
         <title>{title} · Entourage</title><link rel=\"icon\" href=\"/icon.svg\" type=\"image/svg+xml\">\
         <link rel=\"stylesheet\" href=\"/nowhere.css\"></head><body><main><img src=\"/icon.svg\" alt=\"\" width=\"72\" height=\"72\">\
         <h1>{title}</h1><p>{advice}</p><p><a href=\"/\">{games}</a></p></main></body></html>",
        code = language.code(),
    );
    (StatusCode::NOT_FOUND, [(VARY, "accept, accept-language")], Spoken, Html(page)).into_response()
}

fn wants_page(headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(ACCEPT).iter().filter_map(|value| value.to_str().ok());
    accepted
        .flat_map(|list| list.split(','))
        .any(|kind| kind.split(';').next().is_some_and(|kind| kind.trim() == "text/html"))
}
