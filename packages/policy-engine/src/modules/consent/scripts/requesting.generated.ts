/** Made from style sheets and scripts by `npm run generate`: bundlers carry modules along, and lose files. */
export const requesting: string = "src srcset srcdoc href poster data imagesrcset xlink:href";
