import { randomBytes } from 'node:crypto'
import { yearReports } from '@portico/contract/calls/reports'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { csvLines, csvMark } from '../../platform/csv.ts'
import { easternDay } from '../../platform/day.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Binder } from '../../platform/http/bind.ts'
import type { OwnOrigins } from '../../platform/http/own-origins.ts'
import { chooseLanguage } from '../../platform/language.ts'
import { buildFhirBase } from '../connect/addresses.ts'
import { type KeptFigures, listServicesToApprove, readFigures } from './figure-store.ts'
import { listFigureRows, renderFigures } from './page.ts'
import { readReports } from './read-reports.ts'

export interface ReportParts {
  readonly database: Database
  readonly ownOrigins: Pick<OwnOrigins, 'issuerFor'>
  /** All brands: their codes and names. */
  readonly listNames: () => ReadonlyMap<string, string>
}

/** What plans publish each year (OS-80): how they decided prior authorizations, and where their APIs are. */
export function bindReports(
  app: FastifyInstance,
  binder: Binder,
  { database, ownOrigins, listNames }: ReportParts,
): void {
  binder.bind(yearReports, readReports(listNames))
  app.get('/prior-authorization/:brand', async (request, reply) => {
    const { brand, isCsv } = readBrand(request)
    const name = listNames().get(brand)
    if (name === undefined) return reply.code(404).type('text/plain; charset=utf-8').send('Not found')
    const today = easternDay(new Date())
    const years = (await readFigures(database.read, [brand])).filter((one) => isOver(one, today))
    if (isCsv) return sendCsv(reply, `prior-authorization-${brand}.csv`, listFigureRows(brand, years))
    const services = await listServicesToApprove(database.read, brand, Number(today.slice(0, 4)))
    const language = chooseLanguage({
      cookie: request.cookies.language,
      acceptLanguage: request.headers['accept-language'],
    })
    const nonce = randomBytes(16).toString('base64')
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header(
        'content-security-policy',
        `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      )
      .send(renderFigures({ language, brand, name, years, services, nonce }))
  })
  app.get('/fhir/endpoints.csv', (request, reply) => {
    const origin = ownOrigins.issuerFor(`${request.protocol}://${request.host}`)
    return sendCsv(reply, 'endpoints.csv', listEndpoints(listNames(), origin))
  })
}

function readBrand(request: FastifyRequest): { readonly brand: string; readonly isCsv: boolean } {
  const { brand = '' } = request.params as { readonly brand?: string }
  return { brand: brand.replace(/\.csv$/, ''), isCsv: brand.endsWith('.csv') }
}

/** Figures of the current year still change every day. */
function isOver({ year }: KeptFigures, today: string): boolean {
  return year < Number(today.slice(0, 4))
}

function sendCsv(reply: FastifyReply, name: string, rows: string[][]): FastifyReply {
  return reply
    .type('text/csv; charset=utf-8')
    .header('cache-control', 'public, max-age=300')
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(csvLines(rows, csvMark))
}

/** Each brand's APIs with their documentation and the versions of their guides, as CMS requires. */
function listEndpoints(names: ReadonlyMap<string, string>, origin: string): string[][] {
  const documents = `${origin}/developers/`
  return [
    ['organization', 'api', 'address', 'statement', 'documentation', 'fhir', 'guides'],
    ...[...names].flatMap(([brand, name]) => {
      const [member, directory, formulary] = [
        buildFhirBase(origin, brand),
        `${origin}/fhir/${brand}/directory`,
        `${origin}/fhir/${brand}/formulary`,
      ]
      const row = (api: string, address: string, guides: string) => [
        ...[name, api, address, `${address}/metadata`, documents, '4.0.1', guides],
      ]
      return [
        row('Patient Access', member, 'CARIN Blue Button 2.0.0, PDex 2.0.0, US Core 6.1.0, SMART App Launch 2.2.0'),
        row('Provider Directory', directory, 'PDex Plan-Net 1.1.0'),
        row('Formulary', formulary, 'US Drug Formulary 2.0.1'),
      ]
    }),
  ]
}
