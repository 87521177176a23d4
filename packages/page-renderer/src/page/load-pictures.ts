/// <reference lib="dom" />

/**
 * Loads pictures that the page names and has not loaded, such as icons, and keeps them. The page's own policy decides on
 * each, as it would when the page showed it. Runs inside the page, in a world of its own.
 */
export async function loadPictures(addresses: readonly string[]): Promise<void> {
  const images = addresses.map((address) => {
    const image = new Image();
    image.src = address;
    return image;
  });
  Reflect.set(globalThis, 'pageRendererImages', images);
  await Promise.allSettled(images.map((image) => image.decode()));
}
