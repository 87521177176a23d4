/** Headings and titles that say that a page does not exist, and those that only have the words. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readDocument } from '../../dist/judgements/evidence/document.js';
import { saysNotFound, titleSaysNotFound } from '../../dist/judgements/evidence/not-found-texts.js';
import { OTHERS } from './other-headings.ts';

/** How pages say that they do not exist, by language. */
const SAID = JSON.parse(readFileSync(new URL('not-found-sentences.json', import.meta.url), 'utf8')) as Record<
  string,
  string[]
>;

test('a heading that says in all of its words that there is no page is recognised', () => {
  const headings = [
    '404 Not Found',
    'Error: Page not found',
    "We couldn't find the page you were looking for",
    'The page you requested could not be found.',
    "Sorry, this page isn't available",
    'This page isn’t available.',
    "Whoops, looks like this page doesn't exist",
    'Hmm... That page doesn’t exist',
    'HTTP 404',
    '404 error',
    '404 - File or directory not found.',
    'The requested URL was not found on this server.',
    'Not Found',
    "We can't seem to find the page you're looking for.",
    'This page could not be found.',
    'Uh-oh, page not found',
    '404 | Page Not Found',
    '404. That’s an error.',
    'ERROR 404',
    "Page can't be found",
    'The content you are looking for does not exist',
    'This site can’t find that page',
    'Page Not Found (404)',
    '404 Page',
    '4 0 4',
    '404!',
    '😕 Page not found',
    "Sorry, we couldn't find that page",
    'This listing has been removed',
    'This job is no longer available',
    'Listing no longer available',
    'Article introuvable',
    'Erreur 404',
    'Fehler 404 – Seite nicht gefunden',
    'Diese Seite gibt es nicht',
    'Ups! Seite nicht gefunden',
    'Error 404: página no encontrada',
    'Lo sentimos, la página no existe',
    'Страница не существует',
    '抱歉,页面不存在',
    'お探しのページは見つかりませんでした',
    '404 – Die Seite wurde nicht gefunden',
    'Oh nein! Diese Seite existiert nicht',
    'Stránka nebyla nalezena',
    'Siden findes ikke',
    'Sivua ei löytynyt',
    'Hakemaasi sivua ei löytynyt',
    'Leider konnten wir die Seite nicht finden',
    'Oeps! Pagina niet gevonden',
    'Vi fant ikke siden',
    'Síðan fannst ekki',
    'Упс! Страница не найдена',
    'Этой страницы больше нет',
    'Сторінка не існує',
    'Strani ni mogoče najti',
    'صفحه مورد نظر پیدا نشد',
    'Laman tidak dijumpai',
    'Non se atopou a páxina',
    'Orrialdea ez da aurkitu',
    'We’re sorry, but the page you requested was not found',
    '410 Gone',
    'The page you are looking for doesn’t exist or has been moved',
    'Looks like this page is missing',
    'No page found',
    'Die von Ihnen gesuchte Seite existiert nicht',
    'Ce produit n’est plus disponible',
    'La página que buscas no existe',
    'No encontramos la página',
    'Este producto ya no está disponible',
    'La pagina che cerchi non esiste',
    'A página que você procura não existe',
    'Não encontramos a página',
    'De pagina die je zoekt bestaat niet',
    'Stránka sa nenašla',
    'A keresett oldal nem található',
    'Pagina nu a fost găsită',
    'Η σελίδα δεν βρέθηκε',
    'Такой страницы не существует',
    'Страницата не е намерена',
    'Stranica nije pronađena',
    '找不到該頁面',
    '요청하신 페이지를 찾을 수 없습니다',
    'لم يتم العثور على الصفحة',
    'הדף לא נמצא',
    'صفحه یافت نشد',
    'ไม่พบหน้าที่คุณต้องการ',
    'Không tìm thấy trang',
    'Halaman tidak ditemukan',
    'पृष्ठ नहीं मिला',
    'No s’ha trobat la pàgina',
    'Leht ei leitud',
    'Lapa nav atrasta',
    'Puslapis nerastas',
  ];
  assert.deepEqual(
    headings.filter((heading) => !saysNotFound(heading)),
    [],
  );
});

test('a heading that has the words and says something else is not', () => {
  const headings = [
    'Found',
    'Products not found in stores',
    'Page',
    'Missing persons',
    'No results found',
    'Not found in nature',
    'Lost and not found: a novel',
    'The page is not a book',
    '404 Media',
    'Route 404',
    'Chapter 404',
    '404 ways to cook rice',
    'What is a 404?',
    'Error handling',
    'Item not found? Contact us',
    'How we found the page',
    'Not found yet, but wanted',
    'Das Produkt ist nicht teuer',
    'La page la plus lue',
    'Nothing to wear',
    'This product is available',
    'This page is available in German',
    'Your order could not be found?',
    'File not found errors in Python',
    'url',
    'User profile',
    '404 Not Found explained',
    'Status codes: 404, 410 and friends',
    'Error',
    'Fehler',
    'Nothing here',
  ];
  assert.deepEqual(headings.filter(saysNotFound), []);
});

test('the languages that most of the web is written in have their own sentences', () => {
  assert.ok(Object.keys(SAID).length >= 25);
  const missed = Object.entries(SAID).flatMap(([language, sentences]) =>
    sentences.filter((sentence) => !saysNotFound(sentence)).map((sentence) => `${language}: ${sentence}`),
  );
  assert.deepEqual(missed, []);
  assert.deepEqual(OTHERS.filter(saysNotFound), []);
});

test('a title may have the name of the site beside it', () => {
  const titles = [
    'Page not found - Shop',
    '404 | Shop',
    'Not Found | My Site',
    'Shop: Page not found',
    'Seite nicht gefunden – Laden',
    '404 Not Found',
  ];
  assert.deepEqual(
    titles.filter((title) => !titleSaysNotFound(title)),
    [],
  );
  const others = [
    '404 Media | News',
    'How to fix Page not found errors - Blog',
    'Shop | Lamps',
    'Lamps: not all that is lost',
  ];
  assert.deepEqual(others.filter(titleSaysNotFound), []);
});

test('of a hostile document only the beginning is read', () => {
  for (const html of ['<div>'.repeat(300_000), '<title>a</title>'.repeat(500_000), `<p>${'word '.repeat(500_000)}`]) {
    const document = readDocument(html);
    assert.equal(document.isWhole, false);
    assert.ok(document.titles.length <= 200);
    assert.ok(document.text.length < 400_000);
  }
  const picture = readDocument(`<img src="data:,${'A'.repeat(5_000_000)}"><p>Lamps<title>Late</title>`);
  assert.deepEqual([picture.isWhole, picture.text, picture.titles], [true, 'Lamps', ['Late']]);
});
