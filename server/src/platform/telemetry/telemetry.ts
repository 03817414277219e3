import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import type { Context, Span } from '@opentelemetry/api'
import type { FastifyInstance } from 'fastify'
import type { PoolUse } from '../db/database.ts'
import { watchEnds } from '../http/arrival.ts'
import { listenToStatements } from './statements.ts'

/** Traces and metrics through OpenTelemetry (OP-9). */
export interface Telemetry {
  /** Makes each request a span, with its statements as children. */
  bind(app: FastifyInstance, pool: () => PoolUse): void
  /** Flushes what waits. */
  stop(): Promise<void>
}

const noId = /^0+$/

/**
 * Sends spans and metrics by OTLP to the collector at OTEL_EXPORTER_OTLP_ENDPOINT. The SDK reads its other variables itself, except the
 * metrics interval, which is passed to its reader. Spans and metrics contain route patterns and statement names: no addresses, values or
 * people. A trace's id is the request's id without dashes, so that the log and the error page lead to it; a stranger's `traceparent` is
 * ignored. Only this module loads the SDK.
 */
export async function startTelemetry(
  version: string,
  { metricsEveryMs }: { readonly metricsEveryMs: number },
): Promise<Telemetry> {
  const [api, traces, traceExport, metrics, metricExport, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace-base'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/sdk-metrics'),
    import('@opentelemetry/exporter-metrics-otlp-http'),
    import('@opentelemetry/resources'),
  ])
  const resource = resourceFromAttributes({ 'service.name': 'portico', 'service.version': version })
  let nextTraceId: string | null = null
  const provider = new traces.BasicTracerProvider({
    resource,
    idGenerator: {
      generateTraceId: () => nextTraceId ?? randomBytes(16).toString('hex'),
      generateSpanId: () => randomBytes(8).toString('hex'),
    },
    spanProcessors: [new traces.BatchSpanProcessor(new traceExport.OTLPTraceExporter())],
  })
  const meters = new metrics.MeterProvider({
    resource,
    readers: [
      new metrics.PeriodicExportingMetricReader({
        exporter: new metricExport.OTLPMetricExporter(),
        exportIntervalMillis: metricsEveryMs,
      }),
    ],
  })
  const tracer = provider.getTracer('portico')
  const meter = meters.getMeter('portico')
  const seconds = meter.createHistogram('http.server.request.duration', { unit: 's' })
  const running = new AsyncLocalStorage<Context>()

  listenToStatements((name, ms) => {
    const within = running.getStore()
    if (within === undefined) return
    const end = Date.now()
    const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': name }
    const kind = api.SpanKind.CLIENT
    tracer.startSpan(name, { kind, attributes, startTime: end - ms }, within).end(end)
  })

  return {
    bind: (app, pool) => {
      meter.createObservableGauge('portico.database.waiting').addCallback((result) => result.observe(pool().waiting))
      meter.createObservableGauge('portico.database.connections').addCallback((result) => result.observe(pool().open))
      app.addHook('onRequest', (request, _reply, done) => {
        const { method, routeOptions } = request
        const route = routeOptions.url ?? 'none'
        const id = request.id.replaceAll('-', '')
        nextTraceId = /^[0-9a-f]{32}$/.test(id) && !noId.test(id) ? id : null
        const attributes = { 'http.request.method': method, 'http.route': route }
        const span = tracer.startSpan(`${method} ${route}`, { kind: api.SpanKind.SERVER, root: true, attributes })
        nextTraceId = null
        spans.set(request.raw, span)
        running.run(api.trace.setSpan(api.ROOT_CONTEXT, span), done)
      })
      watchEnds(app, ({ raw, method, routeOptions }, _reply, { status, ms }) => {
        const attributes = {
          'http.request.method': method,
          'http.route': routeOptions.url ?? 'none',
          'http.response.status_code': status,
        }
        seconds.record(ms / 1000, attributes)
        const span = spans.get(raw)
        span?.setAttributes(attributes)
        if (status >= 500) span?.setStatus({ code: api.SpanStatusCode.ERROR })
        span?.end()
      })
    },
    stop: async () => {
      listenToStatements(null)
      // An unresponsive collector does not block shutdown.
      await Promise.allSettled([provider.shutdown(), meters.shutdown()])
    },
  }
}

/** The current request's span. */
const spans = new WeakMap<object, Span>()
