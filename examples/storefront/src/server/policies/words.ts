/** Texts of the shop's declarations, in the languages of its policies. */

/** Texts by language; English is used for all others. */
interface Words {
  readonly en: string;
  readonly es: string;
  readonly fr: string;
  readonly tr: string;
}

/** Texts in the form that the engine expects: by the reader's locale, as in `fr-CA`. */
export type WordsByLocale = (locale: string) => string;

/** Creates {@link WordsByLocale} from the texts in each language. */
export const words =
  (all: Words): WordsByLocale =>
  (locale) => {
    const language = locale.split('-', 1)[0];
    return language === 'es' || language === 'fr' || language === 'tr' ? all[language] : all.en;
  };

/** Names and descriptions of the rules. */
export const RULE_WORDS: Readonly<
  Record<'cookie' | 'age' | 'terms' | 'privacy' | 'media', { label: WordsByLocale; description?: WordsByLocale }>
> = {
  cookie: {
    label: words({ en: 'Cookies', es: 'Cookies', fr: 'Cookies', tr: 'Çerezler' }),
    description: words({
      en: 'Two companies count visits, and remember what you looked at.',
      es: 'Dos empresas cuentan visitas y recuerdan lo que ha mirado.',
      fr: 'Deux entreprises comptent les visites et retiennent ce que vous avez regardé.',
      tr: 'İki şirket ziyaretleri sayar ve neye baktığınızı hatırlar.',
    }),
  },
  age: {
    label: words({
      en: 'Age: 16 or over',
      es: 'Edad: 16 años o más',
      fr: 'Âge : 16 ans ou plus',
      tr: 'Yaş: 16 ve üzeri',
    }),
  },
  terms: {
    label: words({
      en: 'Terms of service',
      es: 'Condiciones del servicio',
      fr: 'Conditions d’utilisation',
      tr: 'Kullanım koşulları',
    }),
  },
  privacy: {
    label: words({
      en: 'Privacy notice',
      es: 'Aviso de privacidad',
      fr: 'Politique de confidentialité',
      tr: 'Aydınlatma metni',
    }),
  },
  media: {
    label: words({ en: 'Films', es: 'Películas', fr: 'Films', tr: 'Filmler' }),
    description: words({
      en: 'Films come from another company, which learns that you watch them.',
      es: 'Las películas vienen de otra empresa, que sabe que usted las ve.',
      fr: 'Les films viennent d’une autre entreprise, qui apprend que vous les regardez.',
      tr: 'Filmler başka bir şirketten gelir ve o şirket izlediğinizi öğrenir.',
    }),
  },
};

/** Descriptions of the scripts of other companies and their cookies. */
export const SCRIPT_WORDS: Readonly<
  Record<'analytics' | 'stats' | 'visitor' | 'recommendations' | 'taste', WordsByLocale>
> = {
  analytics: words({
    en: 'Counts visits and page views.',
    es: 'Cuenta visitas y páginas vistas.',
    fr: 'Compte les visites et les pages vues.',
    tr: 'Ziyaretleri ve görüntülenen sayfaları sayar.',
  }),
  stats: words({
    en: 'Counts the pages of a visit',
    es: 'Cuenta las páginas de una visita',
    fr: 'Compte les pages d’une visite',
    tr: 'Bir ziyaretteki sayfaları sayar',
  }),
  visitor: words({
    en: 'Tells a new visitor from one who returns',
    es: 'Distingue a un visitante nuevo de uno que vuelve',
    fr: 'Distingue un nouveau visiteur d’un visiteur qui revient',
    tr: 'Yeni bir ziyaretçiyi geri gelenden ayırır',
  }),
  recommendations: words({
    en: 'Remembers which things you looked at.',
    es: 'Recuerda qué cosas ha mirado.',
    fr: 'Retient les articles que vous avez regardés.',
    tr: 'Hangi ürünlere baktığınızı hatırlar.',
  }),
  taste: words({
    en: 'Notes the kinds of things you looked at',
    es: 'Anota las clases de cosas que ha mirado',
    fr: 'Note les sortes d’articles que vous avez regardés',
    tr: 'Baktığınız ürün türlerini not eder',
  }),
};

/** The cart in the browser, which needs no consent. */
export const CART_WORDS: Readonly<Record<'purpose' | 'duration', WordsByLocale>> = {
  purpose: words({
    en: 'Remembers what you put into the cart.',
    es: 'Recuerda lo que puso en el carrito.',
    fr: 'Mémorise ce que vous avez mis dans le panier.',
    tr: 'Sepete koyduklarınızı hatırlar.',
  }),
  duration: words({
    en: 'Does not expire; emptied when you order',
    es: 'No caduca; se vacía cuando hace el pedido',
    fr: 'N’expire pas ; vidé lors de votre commande',
    tr: 'Süresi dolmaz; sipariş verdiğinizde boşaltılır',
  }),
};

/** The shop's own cookie, which needs no consent. */
export const SESSION_WORDS: Readonly<Record<'purpose' | 'duration', WordsByLocale>> = {
  purpose: words({
    en: 'Keeps you signed in. Only set when you sign in.',
    es: 'Mantiene su sesión iniciada. Solo se crea cuando inicia sesión.',
    fr: 'Maintient votre connexion. Déposé uniquement lorsque vous vous connectez.',
    tr: 'Oturumunuzu açık tutar. Yalnızca oturum açtığınızda kaydedilir.',
  }),
  duration: words({
    en: '30 days, or until you sign out',
    es: '30 días, o hasta que cierre la sesión',
    fr: '30 jours, ou jusqu’à votre déconnexion',
    tr: '30 gün veya oturumu kapatana kadar',
  }),
};

/** Lifetimes of cookies. */
export const DURATIONS: Readonly<Record<'halfAnHour' | 'year' | 'days90', WordsByLocale>> = {
  halfAnHour: words({ en: '30 minutes', es: '30 minutos', fr: '30 minutes', tr: '30 dakika' }),
  year: words({ en: '1 year', es: '1 año', fr: '1 an', tr: '1 yıl' }),
  days90: words({ en: '90 days', es: '90 días', fr: '90 jours', tr: '90 gün' }),
};
