// Stands in for Google's servers, as a process of its own: takes tokens' requests and passes, and tells all it was sent.
import { createServer } from 'node:http'

const heard = []
const passes = new Set()
const classes = new Set()
let isDown = false

const server = createServer((request, response) => {
  let body = ''
  request.on('data', (part) => {
    body += part
  })
  request.on('end', () => {
    const { method, url, headers } = request
    const answer = (status, content = {}) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(content))
    }
    if (url === '/heard') return answer(200, heard)
    if (url === '/down' || url === '/up') {
      isDown = url === '/down'
      return answer(200)
    }
    heard.push({ method, url, authorization: headers.authorization ?? null, body })
    if (isDown) return answer(503)
    if (url === '/token')
      return answer(200, { access_token: 'token-of-google', expires_in: 3600, token_type: 'Bearer' })
    if (headers.authorization !== 'Bearer token-of-google') return answer(401)
    const sent = JSON.parse(body)
    if (url === '/walletobjects/v1/genericClass') {
      if (classes.has(sent.id)) return answer(409)
      classes.add(sent.id)
      return answer(200, sent)
    }
    if (method === 'PUT') {
      const id = decodeURIComponent(url.split('/').at(-1))
      return answer(passes.has(id) ? 200 : 404, sent)
    }
    if (!classes.has(sent.classId)) return answer(400)
    passes.add(sent.id)
    answer(200, sent)
  })
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`))
