export const GET = async (_request, { params }) => Response.json({ name: `Lamp ${(await params).id}` });
export const POST = async (request) => new Response(`sold to ${await request.text()}`);
