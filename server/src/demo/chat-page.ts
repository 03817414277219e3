import type { FastifyInstance } from 'fastify'

/** Stands in for the vendor's chat page, which the chat launcher opens (CH-3); only bound with the demo data. */
export function bindChatPage(app: FastifyInstance): void {
  app.get('/demo/chat', (_request, reply) =>
    reply
      // As with the page of a vendor.
      .removeHeader('cross-origin-opener-policy')
      .type('text/html; charset=utf-8')
      .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
      .send(page),
  )
}

const page = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Chat</title></head>
<body>
<h1>Chat</h1>
<p>The chat of your vendor opens here: set CHAT_ADDRESS in the app configuration to its address.</p>
</body>
</html>
`
