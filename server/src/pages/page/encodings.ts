import type { FastifyRequest } from 'fastify'

/** Whether a browser accepts an encoding; a weight of zero means that it does not. */
export function accepts(encoding: 'gzip' | 'br', { headers }: FastifyRequest): boolean {
  const accepted = String(headers['accept-encoding'] ?? '').split(',')
  return accepted.some((one) => {
    const [name = '', weight = ''] = one.split(';')
    return name.trim().toLowerCase() === encoding && !/^\s*q=0(\.0*)?\s*$/.test(weight)
  })
}
