/** How the search of the site reads texts and questions, in the browser and in the test of the questions. */
import type { SearchOptions } from 'minisearch';

/**
 * Options of MiniSearch. The functions are sent to the browser as their source, so each stands alone.
 *
 * A result is a section: its `title`, the titles above it, and its text.
 */
export const SEARCH = {
  options: {
    /** A term as it is indexed and searched: lower case, without the endings of English plurals and verbs; words that say nothing are left out. */
    processTerm(term: string): string | null {
      const word = term.toLowerCase().replace(/^['"]+|['"]+$/g, '');
      if (
        /^(?:a|about|after|all|also|am|an|and|any|are|as|at|be|been|before|but|by|can|cannot|could|did|do|does|for|from|get|gets|had|has|have|how|i|if|in|into|is|it|its|me|must|my|no|not|of|on|only|or|our|own|should|so|some|than|that|the|their|them|then|there|these|they|this|to|too|up|us|use|was|we|what|when|where|which|while|who|why|will|with|without|you|your)$/.test(
          word,
        )
      )
        return null;
      if (word.length < 5 || /[^a-z]/.test(word)) return word;
      return word
        .replace(/(?:ies)$/, 'y')
        .replace(/(?<=[a-z]{4})(?:ing|ed|es|s)$/, '')
        .replace(/e$/, '');
    },
  },
  searchOptions: {
    bm25: { k: 1.2, b: 0.4, d: 0.5 },
    boost: { title: 4, titles: 2, text: 1 },
    fuzzy: (term: string) => (term.length > 5 ? 0.15 : false),
    prefix: (term: string) => term.length > 3,
    /** Pages that are looked up by their name come after guides. */
    boostDocument: (id: string) =>
      /\/changelog|\/project\/|\/benchmarks\/|\/servers/.test(id)
        ? 0.3
        : /\/errors\/|\/judgements\/|conformance/.test(id)
          ? 0.7
          : 1,
  } satisfies SearchOptions,
};
