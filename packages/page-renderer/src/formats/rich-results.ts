/**
 * What Google asks of structured data for a rich result: the required and the recommended properties of its documentation
 * (developers.google.com/search/docs/appearance/structured-data), as of 2026-11. Types whose rich results were withdrawn are left out.
 */

/** The rules of one type. A property may be one of several: `offers|review`, and one of a property of it: `item.name`. */
export interface RichResult {
  readonly types: readonly string[];
  /** The name of its page below {@link DOCUMENTATION}. */
  readonly page: string;
  readonly required: readonly string[];
  readonly recommended: readonly string[];
  /** What is required within properties, where they are there. */
  readonly within?: Readonly<Record<string, readonly string[]>>;
}

/** Where each type is documented. */
export const DOCUMENTATION = 'https://developers.google.com/search/docs/appearance/structured-data/';

const OFFER = ['price|priceSpecification|lowPrice'];
const RATING = ['ratingValue', 'ratingCount|reviewCount'];
const REVIEW = ['author', 'reviewRating'];

const RULES: readonly RichResult[] = [
  {
    types: ['Product'],
    page: 'product-snippet',
    required: ['name', 'review|aggregateRating|offers'],
    recommended: ['aggregateRating', 'offers', 'review'],
    within: { offers: OFFER, aggregateRating: RATING, review: REVIEW },
  },
  {
    types: ['Article', 'NewsArticle', 'BlogPosting'],
    page: 'article',
    required: [],
    recommended: ['author', 'dateModified', 'datePublished', 'headline', 'image'],
    within: { author: ['name'] },
  },
  {
    types: ['BreadcrumbList'],
    page: 'breadcrumb',
    required: ['itemListElement'],
    recommended: [],
    within: { itemListElement: ['position', 'name|item.name'] },
  },
  {
    types: ['Event'],
    page: 'event',
    required: ['location', 'name', 'startDate'],
    recommended: ['description', 'endDate', 'eventStatus', 'image', 'offers', 'organizer', 'performer'],
    within: { location: ['address|url'] },
  },
  {
    types: ['Recipe'],
    page: 'recipe',
    required: ['image', 'name'],
    recommended: [
      'author',
      'datePublished',
      'description',
      'recipeIngredient',
      'recipeInstructions',
      'recipeYield',
      'totalTime',
    ],
    within: { aggregateRating: RATING },
  },
  {
    types: ['JobPosting'],
    page: 'job-posting',
    required: ['datePosted', 'description', 'hiringOrganization', 'jobLocation|applicantLocationRequirements', 'title'],
    recommended: ['baseSalary', 'employmentType', 'validThrough'],
  },
  {
    types: ['LocalBusiness', 'Restaurant', 'Store', 'Hotel'],
    page: 'local-business',
    required: ['address', 'name'],
    recommended: ['geo', 'openingHoursSpecification', 'telephone', 'url'],
    within: { aggregateRating: RATING, review: REVIEW },
  },
  { types: ['Organization'], page: 'organization', required: [], recommended: ['logo', 'name', 'url'] },
  {
    types: ['VideoObject'],
    page: 'video',
    required: ['name', 'thumbnailUrl', 'uploadDate'],
    recommended: ['contentUrl|embedUrl', 'description', 'duration'],
  },
  {
    types: ['SoftwareApplication', 'MobileApplication', 'WebApplication'],
    page: 'software-app',
    required: ['name', 'offers', 'aggregateRating|review'],
    recommended: ['applicationCategory', 'operatingSystem'],
    within: { offers: OFFER, aggregateRating: RATING, review: REVIEW },
  },
  {
    types: ['QAPage'],
    page: 'qapage',
    required: ['mainEntity'],
    recommended: [],
    within: { mainEntity: ['answerCount', 'name', 'acceptedAnswer|suggestedAnswer'] },
  },
  {
    types: ['Review'],
    page: 'review-snippet',
    required: ['author', 'itemReviewed', 'reviewRating'],
    recommended: ['datePublished'],
    within: { reviewRating: ['ratingValue'] },
  },
  { types: ['AggregateRating'], page: 'review-snippet', required: ['itemReviewed', ...RATING], recommended: [] },
  { types: ['Dataset'], page: 'dataset', required: ['description', 'name'], recommended: ['creator', 'license'] },
  { types: ['Course'], page: 'course', required: ['description', 'name'], recommended: ['provider'] },
  { types: ['Movie'], page: 'movie', required: ['image', 'name'], recommended: ['dateCreated', 'director'] },
  {
    types: ['ProfilePage'],
    page: 'profile-page',
    required: ['mainEntity'],
    recommended: ['dateCreated', 'dateModified'],
    within: { mainEntity: ['name|alternateName'] },
  },
];

/** The rules by type. */
export const RICH_RESULTS: ReadonlyMap<string, RichResult> = new Map(
  RULES.flatMap((rule) => rule.types.map((type) => [type, rule] as const)),
);
