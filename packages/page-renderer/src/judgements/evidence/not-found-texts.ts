/** Headings and titles that say of a page that there is none, in the languages that most of the web is written in. */

const NOUN =
  '(?:page|site|url|address|link|content|document|file(?: or directory)?|resource|article|post|story|product|item|offer|listing|job|event|' +
  'recipe|video|user|profile|category|entry|record|route|view)';
const SOUGHT =
  "(?: (?:that )?you(?:'re| are| were|'ve| have)? (?:looking for|look for|requested|searching for|sought|tried to (?:reach|find|open|visit)|wanted))?";
const SUBJECT = `(?:the |this |that |your |our )?(?:requested )?${NOUN}${SOUGHT}`;

const MOVED =
  '(?:,? or (?:it )?(?:has been|was|may have been|might have been|could have been) (?:re)?moved(?: or deleted)?)?';

/** Each describes a whole text, in lower case and without punctuation at its ends. */
const PHRASES: readonly string[] = [
  // English
  `(?:${NOUN} )?not found`,
  `${SUBJECT} (?:is not|isn't) available`,
  `${SUBJECT} (?:has been|was) (?:removed|deleted)`,
  `${SUBJECT} (?:was not|wasn't|is not|isn't|could not be|couldn't be|cannot be|can't be|can not be) found(?: (?:on|at) (?:this|our|the) (?:server|site|website|address))?`,
  `${SUBJECT} (?:does not|doesn't|did not|no longer) exists?(?: any ?more)?${MOVED}`,
  `${SUBJECT} is missing`,
  'no (?:such )?page (?:was )?found',
  `${SUBJECT} (?:is )?no longer (?:available|here|there)`,
  `(?:(?:we|this site) )?(?:can't|cannot|can not|couldn't|could not) (?:seem to )?find (?:the |this |that |your )?(?:requested )?${NOUN}${SOUGHT}`,
  `no such ${NOUN}`,
  // German
  '(?:(?:die|diese|das|dieses|der|dieser|den) )?(?:angeforderte |gesuchte |gewünschte )?(?:seite|produkt|artikel|inhalt|dokument|url|eintrag|angebot) (?:wurde |konnte |ist )?(?:leider )?nicht (?:gefunden|gefunden werden|vorhanden|mehr vorhanden|verfügbar|mehr verfügbar)',
  '(?:(?:die|diese) )?(?:angeforderte |gesuchte )?seite (?:existiert|gibt es) (?:leider )?nicht(?: mehr)?',
  '(?:die|das|der|den)? ?von ihnen (?:gesuchte|aufgerufene|angeforderte) (?:seite|produkt|artikel) (?:existiert nicht|wurde nicht gefunden|konnte nicht gefunden werden)(?: mehr)?',
  '(?:wir konnten |konnten wir )(?:die|diese) (?:gesuchte |angeforderte )?(?:seite|url) (?:leider )?nicht finden',
  'nicht gefunden',
  // French
  "(?:(?:la|cette|le|ce|l'|cet) ?)?(?:page|produit|article|contenu|document|adresse)(?: demandée?| recherchée?| que vous (?:cherchez|recherchez|demandez))? (?:(?:est|semble) )?(?:introuvable|non trouvée?|inexistante?|n'existe (?:pas|plus)|n'a pas été trouvée?|n'est plus disponible)",
  // Spanish, Portuguese, Italian, Catalan, Romanian
  '(?:la |esta )?(?:página|producto) que (?:buscas?|busca usted|has solicitado|intentas visitar) no (?:existe|está disponible|se encuentra)',
  'no (?:encontramos|hemos encontrado) (?:la|esta|el|este) (?:página|producto|artículo|contenido)(?: que buscas)?',
  '(?:este|esta|el|la) (?:producto|página|artículo) ya no (?:existe|está disponible)',
  '(?:la |questa )?pagina che (?:cerchi|stai cercando|hai richiesto) non (?:esiste(?: più)?|è disponibile|è stata trovata)',
  '(?:a |esta )?página que (?:você )?(?:procura|está procurando|procurava|tentou acessar) não (?:existe|foi encontrada|está disponível)',
  'não (?:encontramos|foi possível encontrar) (?:a|esta|o|este) (?:página|produto|artigo|conteúdo)(?: que você procura)?',
  '(?:este|esta|o|a) (?:produto|página|artigo) (?:não está mais disponível|não existe mais)',
  "(?:no s'ha trobat la pàgina|la pàgina no existeix|pàgina no trobada|(?:non se atopou a páxina|páxina non atopada)|orria(?:ldea)? ez da aurkitu)",
  '(?:pagina (?:nu a fost găsită|nu există|negăsită)|pagina căutată nu (?:există|a fost găsită))',
  '(?:(?:la|esta|el|este) )?(?:página|producto|artículo|contenido|documento)(?: solicitad[ao]| que buscas)? (?:no (?:existe|encontrad[ao]|se ha encontrado|se encuentra|se encontró|fue encontrad[ao]|está disponible)|inexistente)',
  'no se (?:ha encontrado|encontró|encuentra|pudo encontrar) (?:la|esta|el|este) (?:página|producto|artículo|contenido)',
  '(?:(?:a|esta|o|este) )?(?:página|produto|artigo|conteúdo)(?: solicitad[ao])? (?:não (?:existe|encontrad[ao]|foi encontrad[ao])|inexistente)',
  "(?:(?:la|questa|il|questo|l') ?)?(?:pagina|prodotto|articolo|contenuto)(?: richiest[ao]| cercat[ao])? (?:non (?:trovat[ao]|esiste(?: più)?|è stat[ao] trovat[ao])|inesistente)",
  // Dutch, the Nordic and the Baltic languages
  '(?:de |deze )?pagina die (?:je|u) (?:zoekt|zocht|probeert te bezoeken) (?:bestaat niet(?: meer)?|(?:is |kon )?niet (?:gevonden|worden gevonden))',
  '(?:lehte ei leitud|leht ei leitud|lehekülge ei leitud|lapa nav atrasta|puslapis nerastas)',
  '(?:(?:de|deze|het|dit) )?(?:pagina|product|artikel) (?:(?:is |werd |kon |kan )?niet (?:gevonden|worden gevonden|gevonden worden)|bestaat niet(?: meer)?)',
  '(?:sidan|produkten|artikeln) (?:kunde inte hittas|hittades inte|finns inte(?: längre)?)',
  '(?:siden|produktet|artiklen) (?:blev ikke fundet|kunne ikke findes|findes ikke(?: længere)?)',
  '(?:siden|produktet) (?:ble ikke funnet|finnes ikke(?: lenger)?)',
  '(?:vi )?fant ikke (?:denne )?siden|síðan fannst ekki',
  '(?:(?:hakemaasi|etsimääsi|pyytämääsi) )?sivua ei löy(?:dy|tynyt)',
  // Polish, Czech, Slovak, Hungarian, Russian, Ukrainian, Bulgarian, Serbian and Croatian, Greek, Turkish
  'stránka (?:sa nenašla|nebola nájdená|neexistuje)',
  '(?:az|a keresett|a kért) oldal nem (?:található|létezik)',
  '(?:такой|этой|запрашиваемой) (?:страницы|товара) (?:больше )?(?:не существует|нет|не найдено)',
  '(?:страницата|продуктът) не (?:е намерен[ао]?|съществува)',
  'strani? (?:ni bila najdena|ni mogoče najti|ne obstaja)',
  '(?:stranica nije pronađena|stranica ne postoji|страница није пронађена)',
  '(?:η )?σελίδα (?:δεν (?:βρέθηκε|υπάρχει)|που ζητήσατε δεν (?:βρέθηκε|υπάρχει))',
  '(?:nie znaleziono (?:takiej )?(?:strony|produktu)|(?:strona|produkt) (?:nie istnieje|nie został[ay]? znalezion[ay])|strony nie znaleziono)',
  'strán(?:ka|ku) (?:nenalezena|nebyla nalezena|neexistuje|se nepodařilo najít)',
  '(?:страница|товар|статья) (?:не найден[ао]?|не существует|удален[ао]?)',
  '(?:сторінку|товар) не знайдено|сторінк[аи] не (?:знайдена|існує)',
  '(?:aradığınız )?(?:sayfa|ürün) (?:bulunamadı|mevcut değil)',
  // Japanese, Chinese, Korean, Arabic
  '(?:お探しの|指定された)?(?:ページ|商品|記事)(?:が|は)(?:見つかりません(?:でした)?|存在しません)',
  '(?:您?(?:访问|请求|查找)的)?(?:页面|頁面|网页|網頁|商品|内容|文章)(?:不存在|未找到|找不到|已不存在)',
  '(?:找不到|未找到)(?:该|该个|此|這個|这个|該)?(?:页面|頁面|网页|網頁|商品|内容)',
  '(?:요청하신 |해당 )?(?:페이지|상품)를? 찾을 수 없습니다',
  '존재하지 않는 (?:페이지|상품)입니다',
  'الصفحة (?:غير موجودة|المطلوبة غير موجودة|التي تبحث عنها غير موجودة)',
  'لم يتم العثور على (?:الصفحة|هذه الصفحة|المنتج)',
  // Hebrew, Persian, Hindi, Thai, Vietnamese, Indonesian and Malay
  '(?:הדף|העמוד) (?:לא נמצא|אינו קיים|המבוקש לא נמצא)',
  '(?:صفحه|صفحهٔ|صفحه‌ی) (?:مورد نظر )?(?:یافت نشد|پیدا نشد)',
  '(?:पृष्ठ|पेज) (?:नहीं मिला|मौजूद नहीं है)',
  'ไม่พบหน้า(?:นี้|ที่คุณต้องการ|ที่คุณค้นหา|เว็บ)?',
  '(?:không tìm thấy trang(?: này)?|trang (?:này )?không tồn tại|trang bạn (?:tìm|yêu cầu) không tồn tại)',
  '(?:halaman|laman) (?:yang anda cari )?(?:tidak (?:ditemukan|ada|dijumpai|tersedia))',
];

const NUMBER =
  '(?:(?:http )?(?:status|error|erreur|fehler|errore|erro|ошибка|エラー|错误|錯誤|오류|خطأ|hata|błąd|chyba|fout|fel|feil|hiba|eroare)?(?: code)? ?4 ?(?:0 ?4|1 ?0)(?: error| page| gone)?|(?:error|erreur|fehler|errore|erro))';
/** Between the number and the sentence. */
const GAP = String.raw`[\s\p{P}\p{S}]*`;
const WHOLE = new RegExp(
  `^(?!error$|erreur$|fehler$|erro$|errore$)(?:${NUMBER}|(?:${NUMBER}${GAP})?(?:${PHRASES.join('|')}|that's an error)(?:${GAP}${NUMBER})?)$`,
  'u',
);
/** Exclamations before the sentence itself. */
const EXCLAMATION =
  /^(?:(?:o+ps|whoops|uh[- ]oh|oh no|hm+|(?:we're |we are )?sorry|it (?:looks|seems) like|looks like|ups|oeps|упс|ой|hoppla|oh nein|leider|entschuldigung|oups|désolée?|lo sentimos|vaya|ci dispiace|desculpe|przepraszamy|извините|很?抱歉|申し訳(?:ございません|ありません)(?:が)?|عذرا|عذرًا|العفو|maaf|beklager|helaas|üzgünüz|متأسفیم)[\s\p{P}]+(?:but |aber |mais |pero )?)+/u;
const ENDS = /^[\s\p{P}\p{S}]+|[[\s\p{P}\p{S}]--[?？]]+$/gv;

/** Whether a heading says, in all of its words, that the page does not exist. "How to fix a 404 error" does not. */
export function saysNotFound(text: string): boolean {
  if (text.length > 200) return false;
  const plain = text.normalize('NFKC').toLowerCase().replaceAll('’', "'").replaceAll(/\s+/g, ' ').trim();
  const sentence = plain.replaceAll(ENDS, '').replace(EXCLAMATION, '').replaceAll(ENDS, '');
  return WHOLE.test(sentence);
}

/** The same of a title, which often has the name of the site beside it: `Page not found | Shop`. */
export function titleSaysNotFound(title: string): boolean {
  return [title, ...title.split(/\s[|–—·•:»«/-]+\s|\s?[|·•»«]\s?|:\s/)].some(saysNotFound);
}
