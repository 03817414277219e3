import type { FastifyInstance } from 'fastify'

/** Stands in for what is not ours, with the demo data: the vendor's chat page (CH-3), and the sign-in of a plan's employees (ER-3). */
export function bindDemoPages(app: FastifyInstance): void {
  bindPage(
    app,
    '/demo/chat',
    'Chat',
    'The chat of your vendor opens here: set CHAT_ADDRESS in the app configuration to its address.',
  )
  bindPage(
    app,
    '/demo/sso',
    'Employee sign-in',
    'Employees of the plan sign in here: set SSO_URL in the app configuration to the address of their sign-in.',
  )
}

function bindPage(app: FastifyInstance, path: string, title: string, text: string): void {
  app.get(path, (_request, reply) =>
    reply
      // As with the page of a vendor.
      .removeHeader('cross-origin-opener-policy')
      .type('text/html; charset=utf-8')
      .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
      .send(pageWith(title, text)),
  )
}

const pageWith = (title: string, text: string) => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head>
<body>
<h1>${title}</h1>
<p>${text}</p>
</body>
</html>
`
