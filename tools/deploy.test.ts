import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'

const root = resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
/** The variables of the table in `docs/operations.md`. */
const variables = new Set([...read('docs/operations.md').matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name = '']) => name))

interface Rule {
  readonly alert: string
  readonly expr: string
  readonly labels: { readonly severity: string }
  readonly annotations: { readonly summary: string; readonly runbook: string }
}

describe('OP-9 what operators watch', () => {
  const { groups } = parse(read('deploy/prometheus/alerts.yaml')) as { groups: { rules: Rule[] }[] }
  const rules = groups.flatMap((group) => group.rules)

  test('OP-9 every alert has a severity, and a runbook page that names it', () => {
    const index = read('docs/runbooks/README.md')
    expect(rules.length).toBeGreaterThan(10)
    for (const { alert, labels, annotations } of rules) {
      expect(['page', 'ticket'], alert).toContain(labels.severity)
      expect(existsSync(join(root, annotations.runbook)), annotations.runbook).toBe(true)
      expect(index).toContain(alert)
      expect(index).toContain(`(${annotations.runbook.replace('docs/runbooks/', '')})`)
    }
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
  })

  test('OP-9 the runbooks quote log lines as the log writes them', () => {
    const quoted = globSync('docs/runbooks/*.md', { cwd: root }).flatMap((file) =>
      [...read(file).matchAll(/`((?:outbox|audit)[ :][^`]+)`/g)].map(([, line = '']) => line),
    )
    const sources = globSync('server/src/**/*.ts', { cwd: root }).map(read).join('\n')
    expect(quoted.length).toBeGreaterThan(3)
    expect(quoted.filter((line) => !sources.includes(line))).toEqual([])
  })
})

describe('OP-10 the image, the compose file and the chart', () => {
  const containerfile = read('deploy/Containerfile')

  test('OP-10 the image is built in a separate stage, runs unprivileged, has a readiness check, and lists its contents', () => {
    const lines = containerfile.split('\n').filter((line) => /^[A-Z]+ /.test(line))
    expect(lines.filter((line) => line.startsWith('FROM '))).toHaveLength(2)
    expect(lines.filter((line) => line.startsWith('USER ')).at(-1)).toMatch(/^USER [1-9]\d*:[1-9]\d*$/)
    expect(lines.some((line) => line.startsWith('HEALTHCHECK'))).toBe(true)
    expect(containerfile).toContain('npm sbom --sbom-format cyclonedx')
    // Each base has a fixed version, so that the same commit gives the same image.
    for (const [, base = ''] of containerfile.matchAll(/^ARG \w*BASE=(.*)$/gm))
      expect(base).toMatch(/:\d+\.\d+[\w.-]*$/)
    expect(containerfile).not.toMatch(/:latest|\bADD |curl .*\| *sh/)
    // The image starts as the document says.
    const [, start = ''] = /ExecStart=\S+\/node (.*)/.exec(read('docs/operations.md')) ?? []
    expect(containerfile).toContain(
      `CMD ["node", ${start
        .split(' ')
        .map((word) => JSON.stringify(word))
        .join(', ')}]`,
    )
  })

  test('OP-10 the compose file runs two instances behind a proxy, with settings that exist, open to this machine only', () => {
    const { services } = parse(read('deploy/compose.yaml'), { merge: true }) as {
      services: Record<string, { environment?: Record<string, string>; ports?: string[]; image?: string }>
    }
    expect(Object.keys(services)).toEqual(['portico-1', 'portico-2', 'database', 'clamd', 'mail', 'proxy'])
    expect(Object.keys(services['portico-1']?.environment ?? {}).filter((name) => !variables.has(name))).toEqual([])
    for (const { ports = [], image } of Object.values(services)) {
      expect(ports.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([])
      if (image !== 'portico:local') expect(image).toMatch(/:v?\d+\.\d+[\w.-]*$/)
    }
    for (const name of ['portico-1', 'portico-2']) expect(read('deploy/Caddyfile')).toContain(`${name}:8080`)
  })

  const templates = globSync('deploy/chart/templates/*', { cwd: root }).map((file) => ({ file, text: read(file) }))
  const values = parse(read('deploy/chart/values.yaml')) as Readonly<Record<string, unknown>>

  test('OP-10 every value that the chart reads has a default, and none is unused', () => {
    const used = templates.flatMap(({ text }) => [...text.matchAll(/\.Values\.([\w.]+)/g)].map(([, path = '']) => path))
    const find = (path: string) =>
      path.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], values)
    expect(used.filter((path) => find(path) === undefined)).toEqual([])
    expect(Object.keys(values).filter((name) => !used.some((path) => path.split('.')[0] === name))).toEqual([])
    expect(Object.keys(values.settings as object).filter((name) => !variables.has(name))).toEqual([])
  })

  test('OP-10 the chart’s pods are unprivileged, with a read-only root, probes, and time to finish running requests', () => {
    const deployment = templates.find(({ file }) => file.endsWith('deployment.yaml'))?.text ?? ''
    for (const line of [
      'runAsNonRoot: true',
      'readOnlyRootFilesystem: true',
      'allowPrivilegeEscalation: false',
      'capabilities: { drop: [ALL] }',
      'seccompProfile: { type: RuntimeDefault }',
      'automountServiceAccountToken: false',
      'terminationGracePeriodSeconds: ',
      'path: /health/ready',
      'path: /health/live',
    ])
      expect(deployment).toContain(line)
    const kinds = templates.flatMap(({ text }) => [...text.matchAll(/^kind: (\w+)/gm)].map(([, kind]) => kind))
    const wanted = [
      'ConfigMap',
      'Deployment',
      'HorizontalPodAutoscaler',
      'Ingress',
      'NetworkPolicy',
      'PodDisruptionBudget',
      'Service',
    ]
    expect(kinds.sort()).toEqual(wanted)
    // No secret is among the values.
    expect(read('deploy/chart/values.yaml')).not.toMatch(/^ *(DATA_KEY|DATABASE_URL|\w*SECRET\w*|\w*_KEY): /m)
  })
})
