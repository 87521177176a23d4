import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

/*
 * Downloads that scripts start with a link. Chromium holds only one of them at a time for `Fetch`, in all pages of a browser:
 * a second one is sent while the first is held. So `Browser.setDownloadBehavior` is never used where requests are held: it
 * replaces the browser's own decision on whether a page may download, also with `deny`, which discards only what has
 * arrived. Left alone, a headless shell refuses all downloads, and a full Chromium all but the first one of a page.
 */

/** Whether scripts of a page may start a download: a headless shell refuses them. @param version of the browser */
export function startsDownloads(version: string): boolean {
  return !version.startsWith('HeadlessChrome/');
}

/** All files are refused. */
const NO_FILES = 3;
/** A page that wants to download more than one file is refused without a question. */
const BLOCK = 2;

/** Makes a full Chromium with this new profile keep no file that a page downloads. */
export async function refuseFiles(profile: string, folder: string): Promise<void> {
  const preferences = {
    download_restrictions: NO_FILES,
    download: { default_directory: folder },
    profile: { default_content_setting_values: { automatic_downloads: BLOCK } },
  };
  await mkdir(path.join(profile, 'Default'), { recursive: true });
  await writeFile(path.join(profile, 'Default', 'Preferences'), JSON.stringify(preferences));
}
