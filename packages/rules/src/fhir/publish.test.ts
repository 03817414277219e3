import { describe, expect, test } from 'vitest'
import { parseSpan } from './moments.ts'
import { asVersion, elsewhere, hideMissing, type Place, publish, showArrived, withMeta } from './publish.ts'

const place: Place = {
  findId: (type, id) =>
    `00000000-0000-8000-8000-${Buffer.from(type.charAt(0) + id)
      .toString('hex')
      .padStart(12, '0')
      .slice(-12)}`,
  isServed: (type) => ['Organization', 'Patient', 'Coverage'].includes(type),
  parameters: {
    identifier: { kind: 'token', paths: ['identifier'] },
    name: { kind: 'string', paths: ['name'] },
    'managing-organization': { kind: 'reference', paths: ['managingOrganization'] },
    birthdate: { kind: 'date', paths: ['birthDate'] },
  },
  profiles: [
    { url: 'https://guide.example/named', version: '1.0.0', needs: ['name.family'], isDefault: true },
    { url: 'https://guide.example/other', version: '1.0.0', needs: [] },
  ],
}
const publishOne = (resource: object) => publish(JSON.stringify(resource), place)
const readBody = (resource: object) => JSON.parse(publishOne(resource).text)

describe('OS-20 a resource is published once', () => {
  test('OS-20 the narrative goes, even in contained resources, and the texts of concepts stay', () => {
    const body = readBody({
      resourceType: 'Patient',
      id: 'p',
      text: { status: 'generated', div: '<div>Robin</div>' },
      maritalStatus: { text: 'Married' },
      contained: [{ resourceType: 'Organization', id: 'o', text: { div: '<div/>' }, meta: { source: 'x' }, name: 'A' }],
    })
    expect(body.text).toBeUndefined()
    expect(body.maritalStatus).toEqual({ text: 'Married' })
    expect(body.contained).toEqual([{ resourceType: 'Organization', id: 'o', name: 'A' }])
  })

  test('OS-20 OS-23 a reference to another server does not lead here, even if we have a resource with its id', () => {
    const managingOrganization = { reference: `${elsewhere}https://other.example/fhir/Organization/o`, display: 'A' }
    const one = publishOne({ resourceType: 'Patient', id: 'p', managingOrganization })
    expect(JSON.parse(one.text).managingOrganization).toEqual({ type: 'Organization', display: 'A' })
    expect([one.targets, one.values.refs]).toEqual([[], []])
  })

  test('OS-20 numbers stay exactly as they came, and digits within a text are left alone', () => {
    const text =
      '{"resourceType":"Patient","id":"p","a":10.50,"b":1E3,"c":[-0.0,12345678901234567890,3.10],"d":"costs 10.50, \\"1.0\\"","e":2.5}'
    expect(publish(text, place).text).toContain(
      '"a":10.50,"b":1E3,"c":[-0.0,12345678901234567890,3.10],"d":"costs 10.50, \\"1.0\\"","e":2.5',
    )
  })

  test('OS-20 IM-1 a number in quotes is served as FHIR writes numbers, to the last digit', () => {
    const amount = '{"value":"100.00","currency":"USD"}'
    const text = `{"resourceType":"ExplanationOfBenefit","id":"e","total":[{"amount":${amount}}],"payment":{"amount":{"value":" 7 "}},"item":[{"sequence":"1","careTeamSequence":["1","2"],"quantity":{"value":"2.50"},"factor":"","net":{"value":"0.10"},"adjudication":[{"value":"0.5","amount":{"value":"-3"}}]}],"processNote":[{"number":"1","text":"12"}],"extension":[{"valueDecimal":"1.0"},{"valueString":"1.0"}]}`
    expect(publish(text, place).text).toContain(
      '"total":[{"amount":{"value":100.00,"currency":"USD"}}],"payment":{"amount":{"value":7}},"item":[{"sequence":1,"careTeamSequence":[1,2],"quantity":{"value":2.50},"net":{"value":0.10},"adjudication":[{"value":0.5,"amount":{"value":-3}}]}],"processNote":[{"number":1,"text":"12"}],"extension":[{"valueDecimal":1.0},{"valueString":"1.0"}]',
    )
    const plan =
      '{"resourceType":"InsurancePlan","id":"i","coverage":[{"benefit":[{"limit":[{"value":{"value":"30"}}]}]}]}'
    expect(publish(plan, place).text).toContain('"value":{"value":30}')
  })

  test('OS-20 a text that only looks like a number stays a text', () => {
    const kept =
      '"identifier":[{"value":"007"},{"value":"12"}],"telecom":[{"value":"5551234","rank":1}],"class":[{"value":"10"}],"total":[{"amount":{"value":"1,000.00","currency":"USD"}}]'
    expect(publish(`{"resourceType":"Coverage","id":"c",${kept}}`, place).text).toContain(kept)
  })

  test('OS-20 a text that looks like a kept number stays a text', () => {
    const text = '{"resourceType":"Patient","id":"p","a":"\\u0000#x,\\u0022b\\u0022:1","c":1.0}'
    expect(JSON.parse(publish(text, place).text)).toMatchObject({ a: '\0#x,"b":1', c: 1 })
  })

  test('OS-20 Social Security, license and passport numbers are removed everywhere', () => {
    const buildIdentifier = (code: string) => ({ type: { coding: [{ code }] }, value: code })
    const body = readBody({
      resourceType: 'Patient',
      id: 'p',
      identifier: [
        buildIdentifier('SS'),
        buildIdentifier('DL'),
        buildIdentifier('PPN'),
        { system: 'http://hl7.org/fhir/sid/us-ssn', value: '1' },
        buildIdentifier('MB'),
      ],
      link: [{ other: { display: 'X', identifier: { system: 'http://hl7.org/fhir/sid/us-ssn', value: '999' } } }],
    })
    expect(body.identifier).toEqual([buildIdentifier('MB')])
    expect(JSON.stringify(body)).not.toContain('999')
    expect(
      readBody({ resourceType: 'Patient', id: 'p', identifier: [buildIdentifier('SS')] }).identifier,
    ).toBeUndefined()
  })

  test('OS-20 ids are opaque and references relative', () => {
    const { targets, ...published } = publishOne({
      resourceType: 'Patient',
      id: 'p',
      managingOrganization: { reference: 'https://plan.example/fhir/Organization/o/_history/2', display: 'Plan' },
      generalPractitioner: [{ reference: 'Group/1', display: 'Somebody' }, { reference: '#here' }],
    })
    const target = `Organization/${place.findId('Organization', 'o')}`
    expect(JSON.parse(published.text)).toEqual({
      resourceType: 'Patient',
      id: place.findId('Patient', 'p'),
      managingOrganization: { reference: target, display: 'Plan' },
      generalPractitioner: [{ type: 'Group', display: 'Somebody' }, { reference: '#here' }],
    })
    expect(targets).toEqual([target])
    expect(published.values.refs).toEqual([`managing-organization=${target}`])
  })

  test('OS-2 meta is ours: a resource claims a profile if its shape meets the requirements', () => {
    const meta = { versionId: '7', profile: ['https://guide.example/other|9'], security: [{ code: 'R' }], source: 'x' }
    const named = publishOne({ resourceType: 'Patient', id: 'p', meta, name: [{ family: 'A' }] })
    const text = withMeta(named, 3, new Date('2026-01-02T03:04:05.678Z'))
    expect(JSON.parse(text).meta).toEqual({
      versionId: '3',
      lastUpdated: '2026-01-02T03:04:05.678Z',
      profile: ['https://guide.example/named|1.0.0', 'https://guide.example/other|1.0.0'],
      security: [{ code: 'R' }],
    })
    expect(publishOne({ resourceType: 'Patient', id: 'p', name: [{ text: 'A' }] }).profiles).toEqual([])
    expect(JSON.parse(asVersion(text, 4, new Date(0))).meta).toMatchObject({
      versionId: '4',
      lastUpdated: '1970-01-01T00:00:00.000Z',
    })
  })
})

describe('OS-23 no dead references', () => {
  const publishManaged = (more: object) =>
    publishOne({ resourceType: 'Patient', id: 'p', managingOrganization: { reference: 'Organization/o', ...more } })
  test.each([
    ['alone', {}],
    ['with its type', { type: 'Organization' }],
    ['with more', { display: 'Plan', identifier: { value: '1' } }],
  ])('OS-23 a reference %s is hidden while its target is missing, and comes back unchanged', (_, more) => {
    const { text, targets } = publishManaged(more)
    const hidden = hideMissing(text, new Set(targets))
    const { reference, type, ...said } = JSON.parse(hidden).managingOrganization
    expect([reference, type]).toEqual([undefined, 'Organization'])
    expect(said).toMatchObject('display' in more ? more : {})
    expect(showArrived(hidden, new Set(targets))).toBe(text)
    expect(showArrived(hidden, new Set())).toBe(hidden)
    expect(hideMissing(text, new Set(['Organization/x']))).toBe(text)
  })
})

test('OS-1 partial dates stand for their whole year, month or day; other texts are refused', () => {
  const days = (text: string) => {
    const span = parseSpan(text)
    return span && [new Date(span.from).toISOString(), new Date(span.to).toISOString()]
  }
  expect(days('2024')).toEqual(['2024-01-01T00:00:00.000Z', '2025-01-01T00:00:00.000Z'])
  expect(days('2024-02')).toEqual(['2024-02-01T00:00:00.000Z', '2024-03-01T00:00:00.000Z'])
  expect(days('2024-12-31')).toEqual(['2024-12-31T00:00:00.000Z', '2025-01-01T00:00:00.000Z'])
  expect(days('2024-12-31T23:59:59-05:00')).toEqual(['2025-01-01T04:59:59.000Z', '2025-01-01T05:00:00.000Z'])
  expect(days('9999-12-31')).toEqual(['9999-12-31T00:00:00.000Z', '+010000-01-01T00:00:00.000Z'])
  for (const wrong of ['0000', '2026-02-30', '2023-02-29', '2026-13', '26', '2026-1-1', '2026-01-01T25:00', 'x', ''])
    expect([wrong, parseSpan(wrong)]).toEqual([wrong, null])
})
