/** How pages say that they do not exist, in the languages that most of the web is written in besides English. */

/** Parts of regular expressions, in lower case. A sentence has the order of its language: see {@link sentencesOf}. */
interface Language {
  /** Words before the noun: articles, "this", "requested". */
  before: string;
  /** What is missing. */
  nouns: string;
  /** Words after the noun: "that you are looking for". */
  after: string;
  /** Ends a sentence about the noun: "was not found". */
  missing: string;
  /** Another end of it: "was removed"; with the word between the two, "or". */
  removed?: readonly [end: string, or: string];
  /** Begins a sentence that ends with the noun: "we cannot find". */
  find: string;
  /** What is missing, where it is the object of a sentence; {@link nouns} if it is left out. */
  objects?: string;
  /** Ends a sentence that {@link find} has begun, where the verb comes last. */
  findEnd?: string;
  /** Other sentences. */
  whole?: string;
  /** Apologies and exclamations before a sentence. */
  sorry: string;
  /** Whether there are no spaces between words. */
  isJoined?: boolean;
}

export const LANGUAGES: Readonly<Record<string, Language>> = {
  es: {
    before: 'l[ao]|el|este|esta|es[ae]',
    nouns: 'página|producto|artículo|contenido|documento',
    after:
      'solicitad[ao]|(?:a la )?que (?:estás? buscando|buscas?|busca usted|has solicitado|intentas? (?:visitar|acceder))',
    missing:
      'no existe|(?:ya )?no (?:existe|está disponible|disponible)|no encontrad[ao]|no (?:se )?(?:ha encontrado|ha podido encontrar|encuentra|encontró|pudo encontrar)|no fue encontrad[ao]|inexistente',
    removed: ['(?:ha sido|fue|se ha) (?:eliminad[ao]|borrad[ao]|movid[ao])', 'o'],
    find: 'no (?:encontramos|hemos encontrado|(?:hemos podido|podemos|pudimos) encontrar|se (?:ha encontrado|encontró|encuentra|pudo encontrar|puede encontrar))',
    sorry: 'lo sentimos|vaya|ups|uy',
  },
  de: {
    before:
      'die|diese|das|dieses|der|dieser|den|diesen|angeforderte|gesuchte|gewünschte|von ihnen (?:gesuchte|aufgerufene|angeforderte|gewünschte)',
    nouns: 'seite|produkt|artikel|inhalt|dokument|url|eintrag|angebot',
    after: '(?:die|das|den|der) (?:sie|du) (?:suchen|suchst|aufgerufen haben|angefordert haben)',
    missing:
      '(?:(?:wurde|konnte|kann|ist|existiert|gibt es) )?(?:leider )?nicht(?: mehr)?(?: (?:gefunden(?: werden)?|vorhanden|verfügbar|auffindbar))?(?: mehr)?',
    removed: ['wurde (?:leider )?(?:gelöscht|entfernt|verschoben)', 'oder'],
    find: '(?:wir konnten|konnten wir|wir können|können wir)',
    findEnd: '(?:leider )?nicht finden',
    whole: 'nicht gefunden|unter dieser adresse gibt es keine seite',
    sorry: 'hoppla|oh nein|leider|entschuldigung|ups|huch',
  },
  fr: {
    before: "la|cette|le|ce|l'|cet",
    nouns: 'page|produit|article|contenu|document|adresse',
    after: 'demandée?|recherchée?|que vous (?:cherchez|recherchez|demandez|avez demandée?)',
    missing:
      "(?:(?:est|semble) )?(?:introuvable|non trouvée?|inexistante?)|n'existe (?:pas|plus)|n'a (?:pas été trouvée?|pas pu être trouvée?)|n'est (?:pas|plus) disponible",
    removed: ['a été (?:supprimée?|retirée?|déplacée?)', 'ou'],
    find: "nous (?:n'avons pas (?:pu trouver|trouvé)|ne trouvons pas|ne parvenons pas à trouver)|impossible de trouver",
    sorry: 'oups|désolée?|nous sommes désolés|mince',
  },
  pt: {
    before: 'a|esta|o|este|ess[ea]',
    nouns: 'página|produto|artigo|conteúdo',
    after: 'solicitad[ao]|que (?:você )?(?:procura|está procurando|está a procurar|procurava|tentou acessar)',
    missing:
      '(?:não|já não) (?:existe(?: mais)?|encontrad[ao]|foi encontrad[ao]|pôde ser encontrad[ao]|está (?:mais )?disponível)|inexistente|indisponível',
    removed: ['foi (?:removid[ao]|excluíd[ao]|apagad[ao]|movid[ao])', 'ou'],
    find: 'não (?:encontramos|conseguimos encontrar|foi possível encontrar)',
    sorry: 'ops|desculpe|lamentamos|opa',
  },
  it: {
    before: "la|questa|il|questo|l'",
    nouns: 'pagina|prodotto|articolo|contenuto',
    after: 'richiest[ao]|cercat[ao]|che (?:cerchi|cercavi|stai cercando|hai richiesto|cercate)',
    missing: 'non (?:trovat[ao]|esiste(?: più)?|è (?:più )?disponibile|è stat[ao] trovat[ao]|disponibile)|inesistente',
    removed: ['è stat[ao] (?:rimoss[ao]|eliminat[ao]|spostat[ao]|cancellat[ao])', 'o'],
    find: '(?:impossibile|non (?:riusciamo|è possibile) a?) ?trovare|non abbiamo trovato|non troviamo',
    sorry: 'ops|oops|ci dispiace|spiacenti|siamo spiacenti',
  },
  ro: {
    before: 'această|acest',
    nouns: 'pagina|pagină|produsul|articolul',
    after: 'căutată?|solicitată?|pe care o (?:cauți|căutați)',
    missing: '(?:nu (?:există(?: mai)?|mai există|a fost găsită?|a putut fi găsită?|este disponibilă?)|negăsită)',
    find: 'nu am (?:găsit|putut găsi)',
    sorry: 'ne pare rău|ups|oops|hopa',
  },
  nl: {
    before: 'de|deze|het|dit|opgevraagde|gevraagde',
    nouns: 'pagina|product|artikel',
    after: 'die (?:je|u) (?:zoekt|zocht|probeert te bezoeken)',
    missing:
      '(?:(?:is|werd|kon|kan) )?niet (?:gevonden|worden gevonden|gevonden worden)|is niet (?:meer )?beschikbaar|bestaat niet(?: \\(?meer)?',
    removed: ['is (?:verwijderd|verplaatst)', 'of'],
    find: 'we (?:kunnen|konden)',
    findEnd: '(?:helaas )?niet vinden',
    sorry: 'helaas|oeps|sorry',
  },
  sv: {
    before: 'den här',
    nouns: 'sidan|produkten|artikeln',
    after: '(?:som )?du (?:söker|letar efter|försöker nå)',
    missing: 'kunde inte hittas|hittades inte|finns inte(?: längre)?|är inte (?:längre )?tillgänglig',
    removed: ['har (?:tagits bort|flyttats)', 'eller'],
    find: 'vi (?:kan|kunde) inte hitta|vi hittar inte',
    sorry: 'tyvärr|hoppsan|oj|ojdå|ops',
  },
  da: {
    before: 'denne|den',
    nouns: 'siden?|produktet|artiklen',
    after: '(?:som )?du (?:leder efter|søger|søgte)',
    missing: '(?:blev )?ikke fundet|kunne ikke findes|findes ikke(?: længere)?|eksisterer ikke|er ikke tilgængelig',
    find: 'vi (?:kan|kunne) ikke finde',
    sorry: 'beklager|ups|hov|desværre',
  },
  no: {
    before: 'denne|den',
    nouns: 'siden?|produktet|artikkelen',
    after: '(?:som )?du (?:leter etter|ser etter|søker)',
    missing: '(?:ble )?ikke funnet|finnes ikke(?: lenger)?|eksisterer ikke|er ikke tilgjengelig',
    find: '(?:vi )?(?:fant|finner) ikke|vi (?:kan|kunne|klarte) ikke (?:å )?finne',
    sorry: 'beklager|oi|ops|uff|dessverre',
  },
  fi: {
    before: 'hakemaa?si|etsimää?si|pyytämää?si|tätä|tämä',
    nouns: 'sivua?|tuotetta|artikkelia',
    after: 'jota etsit',
    missing: 'ei löy(?:dy|tynyt|detty)|ei ole (?:olemassa|saatavilla)',
    find: 'emme löytäneet',
    sorry: 'hups|valitettavasti|pahoittelut|pahoittelemme|oho',
  },
  pl: {
    before: 'ta|ten|taka|taki|podana|szukana|żądana|tej|tego|takiej',
    nouns: 'strona|produkt|artykuł',
    after: 'któr(?:ej|ego) szukasz|o podanym adresie|pod tym adresem',
    missing: 'nie (?:istnieje|została? znalezion[ay]|znaleziona|jest dostępn[ay])|niedostępn[ay]',
    removed: ['została? (?:usunięt[ay]|przeniesion[ay])', 'lub'],
    find: 'nie (?:znaleziono|znaleźliśmy|możemy znaleźć|udało się znaleźć|ma)',
    objects: 'strony|produktu|artykułu',
    whole: 'strony nie znaleziono',
    sorry: 'przepraszamy|ups|niestety|ojej',
  },
  cs: {
    before: 'tato|tuto|požadovan(?:á|ou)|hledan(?:á|ou)|tento',
    nouns: 'stránk[au]|produkt',
    after: 'kterou hledáte',
    missing: '(?:nebyla? )?nalezena?|nenalezena?|neexistuje|se nepodařilo najít|není (?:k dispozici|dostupná)',
    find: 'nemůžeme najít|nepodařilo se najít',
    sorry: 'omlouváme se|bohužel|jejda|ups',
  },
  sk: {
    before: 'táto|túto|požadovan(?:á|ú)|hľadan(?:á|ú)|tento',
    nouns: 'stránk[au]|produkt',
    after: 'ktorú hľadáte',
    missing: 'sa nenaš(?:la|iel)|nebola? nájden[áý]|neexistuje|sa nepodarilo nájsť|nie je (?:k dispozícii|dostupná)',
    find: 'nepodarilo sa nájsť',
    sorry: 'ľutujeme|bohužiaľ|ups',
  },
  hu: {
    before: 'az?|ez az?|keresett|kért',
    nouns: 'oldalt?|termék|tartalom',
    after: 'amit keres(?:el|ett)?',
    missing: 'nem (?:található|létezik|elérhető|érhető el)|nincs meg',
    find: 'nem találjuk|nem található',
    sorry: 'sajnáljuk|hoppá|elnézést|sajnos',
  },
  hr: {
    before: 'ova|tražena',
    nouns: 'stranica|proizvod',
    after: 'koju (?:tražite|tražiš)',
    missing: 'nije (?:pronađena?|dostupna)|ne postoji',
    find: 'nismo pronašli',
    objects: 'stranicu',
    sorry: 'žao nam je|nažalost|ups',
  },
  tr: {
    before: 'bu|aradığınız|istenen|böyle bir|istediğiniz',
    nouns: 'sayfa|sayfayı|ürün',
    after: '(?:ne yazık ki|maalesef)',
    missing: 'bulunamad[ıi]|bulamad[ıi]k|mevcut değil|artık mevcut değil|yayından kaldırıldı',
    find: 'bulunamayan',
    whole: 'böyle bir sayfa yok',
    sorry: 'üzgünüz|maalesef|hata|eyvah',
  },
  ru: {
    before: 'эта|эту|такой|такую|этой|данная|запрашиваемая|запрошенная|запрашиваемой|искомая',
    nouns: 'страница|товар|статья|запись',
    after: 'котор(?:ую|ый) вы (?:ищете|искали|запросили|запрашиваете)',
    missing:
      '(?:больше )?(?:не найден[ао]?|не существует(?: или была удалена)?|удален[ао]?|недоступн[ао]?|отсутствует)',
    removed: ['(?:была? |был[ио] )?(?:удал[её]н[ао]?|перемещ[её]н[ао]?)', 'или'],
    find: 'мы не (?:нашли|смогли найти|можем найти)|не удалось найти',
    objects: 'страницу|товар',
    whole:
      '(?:такой|этой|запрашиваемой) (?:страницы|товара) (?:больше )?(?:не существует|нет|не найдено)|ничего не найдено по этому адресу',
    sorry: 'к сожалению|извините|упс|ой|увы|ошибка',
  },
  uk: {
    before: 'ця|цю|такої|запитувану|запитувана|запитаної',
    nouns: 'сторінк[ауи]|товар',
    after: 'яку ви (?:шукаєте|шукали)',
    missing: '(?:більше )?не (?:знайден[оа]|існує)|недоступна|видален[оа]',
    find: 'ми не (?:знайшли|змогли знайти)|не вдалося знайти',
    sorry: 'на жаль|вибачте|упс|ой',
  },
  bg: {
    before: 'тази|търсената|исканата',
    nouns: 'страницата|страница|продуктът',
    after: 'която (?:търсите|търсиш)',
    missing: 'не (?:е намерен[ао]?|съществува|може да бъде намерена|е достъпна)',
    find: 'не (?:намерихме|можем да намерим)',
    sorry: 'съжаляваме|за съжаление|опа',
  },
  el: {
    before: 'η|αυτή η|την|τη',
    nouns: 'σελίδα|προϊόν',
    after: 'που (?:ζητήσατε|αναζητάτε|αναζητήσατε|ψάχνετε|ζητάτε)',
    missing: 'δεν (?:βρέθηκε|υπάρχει|είναι διαθέσιμη)',
    find: 'δεν (?:βρέθηκε|βρήκαμε|μπορούμε να βρούμε)',
    sorry: 'λυπούμαστε|ωχ|ουπς|συγγνώμη',
  },
  ja: {
    before: '申し訳(?:ございません|ありません)が、?|お探しの|ご?指定(?:された|の)|この|該当する|アクセスしようとした',
    nouns: 'ページ|商品|記事|コンテンツ',
    after: '',
    missing:
      '(?:が|は|を)?(?:見つかりません(?:でした)?|見つけることができません(?:でした)?|存在しません|削除されたか、?存在しません|(?:移動|削除)(?:または(?:移動|削除))?された可能性があります)',
    find: '存在しない',
    whole: 'ページが?ありません',
    sorry: '申し訳(?:ございません|ありません)(?:が)?|すみません|ごめんなさい',
    isJoined: true,
  },
  zh: {
    before:
      '您?所?(?:访问|請求|请求|查找|要找|寻找|要访问|要找)的|您?(?:造訪|尋找|瀏覽)的|该|此|這個|这个|該|您要的|您(?:访问|请求|查找|要找|要访问|寻找|所访问)的',
    nouns: '页面|頁面|网页|網頁|商品|内容|內容|文章',
    after: '',
    missing: '(?:已经?|已經)?(?:不存在|未找到|找不到|已不存在|被?删除|被?刪除|下架)了?|走丢了|走失了',
    removed: ['已?被?(?:删除|刪除|移除)', '或'],
    find: '(?:找不到|未找到|没有找到|沒有找到|无法找到|無法找到)',
    objects: '页面|頁面|网页|網頁|该商品|此商品|该文章',
    sorry: '很?抱歉|对不起|對不起|哎呀|糟糕',
    isJoined: true,
  },
  ko: {
    before: '(?:요청하신|찾으시는|해당|이|찾고 계신|원하시는) ',
    nouns: '페이지|상품|게시물|콘텐츠',
    after: '',
    missing: '(?:를|을)? ?찾을 수 (?:없습니다|없어요|없음)|(?:가|이)? ?(?:존재하지 않습니다|없습니다|삭제되었습니다)',
    find: '(?:삭제되었거나 )?존재하지 않는 ',
    findEnd: '입니다|예요',
    sorry: '죄송합니다|앗|이런',
    isJoined: true,
  },
  ar: {
    before: 'هذه|هذا',
    nouns: 'الصفحة|المنتج|المقال|المحتوى',
    after: 'المطلوبة|المطلوب|التي (?:تبحث عنها|طلبتها|تحاول الوصول إليها)',
    missing: 'غير (?:موجودة?|متوفرة?|متاحة?)|لم يتم العثور عليها|لا توجد',
    find: '(?:لم|لا) (?:يتم|يمكن|نتمكن من|نستطيع) العثور على',
    sorry: 'عذرا|عذرًا|عذراً|عفوا|عفوًا|عفواً|نأسف|للأسف',
  },
  he: {
    before: '',
    nouns: 'ה?דף|ה?עמוד|המוצר',
    after: 'המבוקש|(?:ש|אותו )(?:חיפשת|חיפשתם|ביקשת|ביקשתם|אתה מחפש|אתם מחפשים)',
    missing: '(?:לא נמצא|אינו קיים|לא קיים|אינו זמין)',
    find: 'לא (?:מצאנו|הצלחנו למצוא) את',
    sorry: 'מצטערים|אופס|אופסס?|סליחה|אוי',
  },
  fa: {
    before: 'این',
    nouns: 'صفحه|صفحهٔ|صفحه‌ی|صفحه‌ای|صفحه ای|محصول',
    after: 'مورد نظر(?: شما)?|(?:که )?(?:به )?دنبال آن (?:هستید|بودید|می‌گردید)',
    missing: '(?:یافت نشد|پیدا نشد|وجود ندارد|موجود نیست|در دسترس نیست)',
    find: 'پیدا نشدن',
    sorry: 'متاسفانه|متأسفانه|متأسفیم|متاسفیم|اوپس',
  },
  hi: {
    before: 'यह|क्षमा करें',
    nouns: 'पृष्ठ|पेज|उत्पाद',
    after: '',
    missing: '(?:नहीं मिला|मौजूद नहीं है|उपलब्ध नहीं है)',
    find: '(?:ऐसा कोई) ',
    findEnd: 'नहीं है',
    whole: 'आप जो (?:पृष्ठ|पेज) (?:खोज|ढूंढ) रहे हैं,? वह (?:मौजूद नहीं है|नहीं मिला)',
    sorry: 'क्षमा करें|माफ़ करें|ओह',
  },
  th: {
    before: 'ขออภัย',
    nouns: 'หน้า|หน้าเว็บ|เพจ',
    after: '(?:ที่)?(?:คุณ)?(?:กำลัง)?(?:ต้องการ|ค้นหา|มองหา|นี้)',
    missing: '(?:ไม่มีอยู่|ไม่พบ|ไม่มี)(?:แล้ว)?',
    find: '(?:ขออภัย ?)?(?:ไม่พบ|หาไม่เจอ)',
    sorry: 'ขออภัย|อุ๊ปส์',
    isJoined: true,
  },
  vi: {
    before: '',
    nouns: 'trang|bài viết',
    after: 'này|(?:mà )?bạn (?:đang )?(?:tìm(?: kiếm)?|yêu cầu|cần)',
    missing: '(?:không|đã không còn|không còn) (?:tồn tại|tìm thấy|khả dụng)|đã bị xóa',
    find: 'không (?:thể )?tìm thấy',
    sorry: 'rất tiếc|xin lỗi|ôi|opps',
  },
  id: {
    before: '',
    nouns: 'halaman|laman|artikel',
    after:
      'ini|(?:yang )?(?:anda|kamu|diminta) ?(?:cari|tuju|minta)?|yang (?:anda|kamu) (?:cari|tuju|minta)|yang diminta',
    missing: '(?:tidak|tak) (?:ditemukan|ada|dijumpai|tersedia|wujud)|sudah tidak (?:ada|tersedia)|telah dihapus',
    find: '(?:kami )?tidak (?:dapat )?menemukan',
    sorry: 'maaf|ups|waduh|aduh',
  },
};

/** The sentences of a language, each as a regular expression for a whole text. */
export function sentencesOf(language: Language): string[] {
  const { before, nouns, after, missing, removed, find, objects = nouns, findEnd, whole, isJoined = false } = language;
  const space = isJoined ? ' ?' : ' ';
  const first = before ? `(?:(?:${before})${isJoined ? '' : "(?: |(?<='))"}){0,3}` : '';
  const last = after ? `(?:,?${space}(?:${after}),?)?` : '';
  const [end = '', or = ''] = removed ?? [];
  const also = removed ? `(?:${space}${or}${space}(?:${end}|${missing}))?` : '';
  return [
    `${first}(?:${nouns})${last}${space}(?:${missing}${removed ? `|${end}` : ''})${also}`,
    `(?:${find})${space}${first}(?:${objects})${last}${findEnd ? `${space}(?:${findEnd})` : ''}`,
    ...(whole ? [whole] : []),
  ];
}
