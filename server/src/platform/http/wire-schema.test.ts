import fastify from 'fastify'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { wireSchema } from './wire-schema.ts'

test.each(['told', null])(
  'HT-1 MP-12 one of a list that may be unknown is sent as it is, within a choice of two forms, too: %s',
  async (basis) => {
    const Basis = v.object({ basis: v.nullable(v.picklist(['told', 'counted'])) })
    const Answer = v.object({ family: v.union([v.literal('withheld'), v.nullable(v.array(Basis))]), own: Basis })
    const answer = { family: [{ basis }], own: { basis } }
    const app = fastify()
    app.get('/', { schema: { response: { 200: wireSchema(Answer, 'output') } } }, () => answer)
    expect((await app.inject('/')).json()).toEqual(answer)
  },
)
