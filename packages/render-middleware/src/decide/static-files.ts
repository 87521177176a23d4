/** Extensions of files that are not pages and need not be rendered. */
export const STATIC_EXTENSIONS: ReadonlySet<string> = new Set(
  (
    'js mjs cjs map css less scss wasm json jsonld webmanifest xml rss atom txt csv md ' +
    'png jpg jpeg gif svg webp avif ico bmp tif tiff psd ' +
    'woff woff2 ttf otf eot mp3 m4a wav ogg oga flac mp4 m4v webm ogv mov avi mpg mpeg wmv flv swf ts m3u8 vtt ' +
    'pdf doc docx xls xlsx ppt pptx odt ods odp epub zip gz tgz bz2 xz zst 7z rar tar dmg iso exe msi apk torrent'
  ).split(' '),
);
