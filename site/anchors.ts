/** Anchors of headings, as code hosts make them: `what-is-cached` for `## What is cached`. */
export const anchors = {
  slugify: (heading: string) =>
    heading
      .toLowerCase()
      .trim()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(/\s/g, '-'),
};
