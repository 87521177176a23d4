/// <reference lib="dom" />

/**
 * Loads images that the page declares but has not loaded, such as icons, and keeps them. The page's own policy applies to
 * each, as if the page showed it. Runs inside the page, in an isolated world.
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
