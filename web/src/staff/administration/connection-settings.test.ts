import { expect, test } from 'vitest'
import { readCertificates } from './connection-settings.ts'

test('OS-63 certificates are read as providers give them: in PEM, bare, one or two', () => {
  const pem = (text: string) => `-----BEGIN CERTIFICATE-----\r\n${text}\r\n-----END CERTIFICATE-----\r\n`
  expect(readCertificates(pem('AB\r\nCD'))).toEqual(['ABCD'])
  expect(readCertificates(pem('AB') + pem('CD'))).toEqual(['AB', 'CD'])
  expect(readCertificates('AB\nCD\n\nEF\n')).toEqual(['ABCD', 'EF'])
  expect(readCertificates(' \n ')).toEqual([])
})
