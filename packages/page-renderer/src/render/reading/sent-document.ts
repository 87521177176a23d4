import type { PageJob } from '../job/job.ts';

/** The document as the target sent it, before the browser parsed it; null if the browser has not stored it. */
export async function sentDocument({ isolated: { session } }: PageJob): Promise<string | null> {
  const { frame } = (await session.send('Page.getFrameTree')).frameTree;
  try {
    const { content, base64Encoded } = await session.send('Page.getResourceContent', {
      frameId: frame.id,
      url: frame.url,
    });
    return base64Encoded ? Buffer.from(content, 'base64').toString('utf8') : content;
  } catch {
    return null;
  }
}
