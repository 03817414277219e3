import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { fhirJson } from './outcome.ts'

const pack = promisify(gzip)
/** What a new connection may send at once: compressing less saves no time. */
const worthPacking = 14 * 1024
/** Higher levels cost more time than they save on a page of JSON. */
const level = 3

/** Sends a page, compressed in one step if that helps: the server's streams for answers of any size take three times as long. */
export async function sendPacked(request: FastifyRequest, reply: FastifyReply, text: string): Promise<FastifyReply> {
  reply.type(fhirJson)
  const isTaken = /(^|[,\s])gzip(?!;q=0(?:\.0*)?($|[,\s]))/.test(String(request.headers['accept-encoding'] ?? ''))
  if (!isTaken || text.length < worthPacking) return reply.send(text)
  return reply.headers({ 'content-encoding': 'gzip', vary: 'accept-encoding' }).send(await pack(text, { level }))
}
