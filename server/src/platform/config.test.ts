import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://portico:secret@db.example/portico',
  TOKEN_SIGNING_KEY: '{"kty":"EC"}',
  ID_TOKEN_KEY: '{"kty":"RSA"}',
  DATA_KEY: 'AAAA',
  PUBLIC_ORIGINS: 'https://secure.highmark.example',
}

/** The variables that the error names, in order. */
function listRefused(environment: Record<string, string>): string[] {
  try {
    readConfig(environment)
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    const [first, ...lines] = (error as Error).message.split('\n')
    expect(first).toBe('These settings must be corrected:')
    return lines.map((line) => /^ {2}(\w+)(?:\.\d+)?: \S/.exec(line)?.[1] ?? line)
  }
  return []
}

describe('EN-2 SE-4 configuration', () => {
  test('SE-4 CO-1 uses defaults for settings that are missing or empty', () => {
    const defaults = {
      production: false,
      port: 8080,
      host: '127.0.0.1',
      dataDir: resolve('.data'),
      databaseUrl: undefined,
      databasePool: 10,
      publicOrigins: [],
      scriptOrigins: [],
      trustedProxies: 0,
      databaseListenUrl: undefined,
      databaseReadUrl: undefined,
      outageWaitMs: 15_000,
      drainMs: 0,
      shutdownGraceMs: 10_000,
      requestTimes: { headersMs: 20_000, bodyMs: 30_000, wholeMs: 600_000 },
      demo: true,
      logLevel: 'info',
      staffSecondFactor: false,
      privateProviders: true,
      sessionIdleS: 1200,
      sessionMaxS: 43_200,
      accessTokenS: 300,
      retention: { sessionDays: 180, deskEventDays: 400, mailYears: null, shownYears: null },
      auditArchive: null,
      archiveDir: null,
      extractDir: null,
      tokenSigningKey: undefined,
      idTokenKey: undefined,
      sandboxBrands: null,
      shippedBrands: null,
      scanning: { clamd: null, waitMs: 5000, timeoutMs: 60_000 },
      attachmentWorkMs: 5000,
      importDir: null,
      pharmacy: null,
      utilization: null,
      wallet: null,
      importLookMs: 10_000,
      importMemoryMb: 1024,
      x12KeepDays: 30,
      x12WaitDays: 90,
      objectStore: null,
      eventStreams: 5000,
      eventStreamsPerson: 20,
      smtpUrl: undefined,
      metricsToken: undefined,
      stripe: null,
      defaultServicePhone: '1-800-555-0199',
      auditForward: null,
      telemetry: null,
    }
    expect(readConfig({})).toEqual(defaults)
    expect(readConfig({ PORT: '', DATABASE_URL: '', DEMO: '', UNKNOWN: 'x' })).toEqual(defaults)
  })

  test('SE-4 EN-2 reads the settings', () => {
    const config = readConfig({
      PORT: '0',
      HOST: '0.0.0.0',
      DATA_DIR: '/var/lib/portico',
      DATABASE_URL: 'postgresql://db/portico',
      DATABASE_POOL: '25',
      PUBLIC_ORIGINS: 'https://a.example, https://b.example:8443 ,',
      SCRIPT_ORIGINS: 'https://survey.example',
      TRUST_PROXY: 'on',
      DEMO: 'false',
      LOG_LEVEL: 'silent',
      SESSION_IDLE_S: '600',
      SESSION_MAX_S: '3600',
      ACCESS_TOKEN_S: '60',
    })
    expect(config).toMatchObject({
      port: 0,
      host: '0.0.0.0',
      dataDir: '/var/lib/portico',
      databaseUrl: 'postgresql://db/portico',
      databasePool: 25,
      publicOrigins: ['https://a.example', 'https://b.example:8443'],
      scriptOrigins: ['https://survey.example'],
      trustedProxies: 1,
      demo: false,
      logLevel: 'silent',
      sessionIdleS: 600,
      sessionMaxS: 3600,
      accessTokenS: 60,
    })
  })

  test.each([
    ['PORT', ['x', '-1', '65536', '80.5', ' 80']],
    ['DATABASE_URL', ['mysql://db/portico', 'db']],
    ['DATABASE_POOL', ['0', '201', 'many']],
    ['PUBLIC_ORIGINS', ['portal.example', 'https://a.example/', 'https://a.example,b', '*']],
    ['TRUST_PROXY', ['yes', '10', '10.0.0.0/33', '10.0.0.0/8,balancer']],
    ['DEMO', ['maybe']],
    ['LOG_LEVEL', ['loud']],
    ['SESSION_IDLE_S', ['29', '20m', '86401']],
    ['SESSION_MAX_S', ['59', '604801']],
    ['ACCESS_TOKEN_S', ['9', '3601']],
    ['CLAMD', ['clamd', 'clamd:', 'run/clamd.sock', 'http://clamd:3310', 'clamd:3310/x']],
    ['NODE_ENV', ['prod']],
  ])('EN-2 SE-4 a bad %s is refused', (name, values) => {
    for (const value of values) expect(listRefused({ [name]: value })).toEqual([name])
  })

  test('MC-4 the scanner is named by host and port or by the path of its socket', () => {
    const clamd = (CLAMD: string) => readConfig({ CLAMD }).scanning.clamd
    expect(clamd('scanner.internal:3310')).toEqual({ host: 'scanner.internal', port: 3310 })
    expect(clamd('[::1]:3310')).toEqual({ host: '::1', port: 3310 })
    expect(clamd('/run/clamav/clamd.ctl')).toEqual({ path: '/run/clamav/clamd.ctl' })
    expect(clamd('unix:/run/clamav/clamd.ctl')).toEqual({ path: '/run/clamav/clamd.ctl' })
  })

  test('MP-19 payments through Stripe are configured completely or not at all', () => {
    const keys = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
    expect(readConfig(keys).stripe).toEqual({ secretKey: 'sk_test_1', webhookSecret: 'whsec_1' })
    expect(() => readConfig({ STRIPE_SECRET_KEY: 'sk_test_1' })).toThrow('STRIPE_WEBHOOK_SECRET')
    expect(() => readConfig({ ...keys, STRIPE_SECRET_KEY: 'pk_test_1' })).toThrow('STRIPE_SECRET_KEY')
  })

  test('MC-4 an object store is configured completely or not at all', () => {
    const store = {
      S3_ENDPOINT: 'https://s3.eu-test-1.example/',
      S3_BUCKET: 'mail-files',
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'hush',
    }
    expect(readConfig(store).objectStore).toEqual({
      endpoint: 'https://s3.eu-test-1.example',
      bucket: 'mail-files',
      region: 'us-east-1',
      accessKeyId: 'key',
      secretAccessKey: 'hush',
    })
    for (const name of Object.keys(store)) expect(listRefused({ ...store, [name]: '' })).toEqual([name])
  })

  test('EN-2 every bad value is listed at once, and no secret is shown', () => {
    const environment = {
      PORT: 'x',
      DATABASE_URL: 'mysql://portico:hush-hush@db/portico',
      DEMO: 'maybe',
      SESSION_IDLE_S: '1',
      LOG_LEVEL: 'loud',
    }
    expect(listRefused(environment).sort()).toEqual(Object.keys(environment).sort())
    expect(() => readConfig(environment)).not.toThrow(/hush-hush/)
  })
})

describe('EN-2 EN-4 in production', () => {
  test('EN-2 nothing of the demo is on unless asked for', () => {
    expect(readConfig(production)).toMatchObject({ production: true, demo: false })
    expect(readConfig({ ...production, DEMO: '1' })).toMatchObject({ demo: true })
  })

  test('EN-2 OS-45 it does not start with generated defaults: database, keys and origins must be set', () => {
    expect(listRefused({ NODE_ENV: 'production' })).toEqual([
      'DATABASE_URL',
      'TOKEN_SIGNING_KEY',
      'ID_TOKEN_KEY',
      'DATA_KEY',
      'PUBLIC_ORIGINS',
    ])
    for (const name of ['DATABASE_URL', 'TOKEN_SIGNING_KEY', 'ID_TOKEN_KEY', 'DATA_KEY', 'PUBLIC_ORIGINS'] as const) {
      expect(listRefused({ ...production, [name]: '' })).toEqual([name])
    }
  })

  test('EN-2 the embedded database must be asked for by name', () => {
    expect(listRefused({ ...production, DATABASE_URL: '', EMBEDDED_IN_PRODUCTION: '1' })).toEqual([])
  })

  test('EN-2 missing settings are listed along with bad ones', () => {
    expect(listRefused({ NODE_ENV: 'production', PORT: 'x', SESSION_IDLE_S: '1' })).toEqual([
      'PORT',
      'SESSION_IDLE_S',
      'DATABASE_URL',
      'TOKEN_SIGNING_KEY',
      'ID_TOKEN_KEY',
      'DATA_KEY',
      'PUBLIC_ORIGINS',
    ])
  })
})
