import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { slimCalls } from './calls-plugin.ts'
import { catalogues } from './catalogues-plugin.ts'
import { slimIcons } from './icons-plugin.ts'

const root = fileURLToPath(new URL('.', import.meta.url))
/** Whose own name must not look like an area's. */
const repository = fileURLToPath(new URL('..', import.meta.url))

/** Both builds name files alike, so that the server's pages name those of the client. */
const assetFileNames = 'assets/[hash:7][extname]'

/**
 * Two builds of one application. The client build writes hashed files and their manifest to `dist/client`; the server
 * build (with `build.ssr`) writes `dist/server/render.js`, which holds all it needs.
 */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [catalogues(), slimCalls(), slimIcons(), react(), ...(isSsrBuild ? [ascii()] : [])],
  resolve: {
    alias: [
      { find: '../createLucideIcon.mjs', replacement: fileURLToPath(new URL('./src/ui/icon.ts', import.meta.url)) },
    ],
  },
  json: { namedExports: false, stringify: true },
  css: { modules: { generateScopedName } },
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  ssr: { noExternal: true },
  build: {
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    emptyOutDir: true,
    ssr: isSsrBuild ?? false,
    manifest: !isSsrBuild,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // Two percent smaller than what the bundler writes by itself.
    minify: isSsrBuild ? false : 'terser',
    terserOptions: { module: true, ecma: 2020, compress: { passes: 3, pure_getters: true, keep_fargs: false } },
    rolldownOptions: isSsrBuild
      ? {
          input: { render: 'src/render.tsx' },
          // One file, so that a server which loads it again after a change gets all of it again.
          output: { entryFileNames: '[name].js', assetFileNames, codeSplitting: false, minify: withoutSpace },
        }
      : {
          input: { main: 'src/main.tsx' },
          output: {
            // Every page carries the list of these names, so they are as short as can be.
            chunkFileNames: 'assets/[hash:7].js',
            assetFileNames,
            codeSplitting: {
              groups: [
                // Changes with its versions only, so that it stays cached over releases.
                { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\/|rolldown\/runtime/, priority: 2 },
                { name: baseChunk, debugName: 'base', priority: 1 },
                { name: memberChunk, debugName: 'member', priority: 0 },
                ...Object.entries(together).map(([name, test]) => ({ name, test, priority: 0 })),
              ],
            },
          },
        },
  },
}))

/** What views share in these combinations: fewer files cost less than the bytes that one of them does without. */
const together: Readonly<Record<string, RegExp>> = {
  frame:
    /src\/(?:\w+\/)?(layout\/(page|failed-card)|ui\/(card|card-skeleton|error-state|empty-state|skeleton|alert)|api\/use-loaded|texts\/(format|use-round-money)|use-hydrated|use-now)\.|icons\/(circle-check|info|triangle-exclamation-point)\./,
  moments: /src\/base\/texts\/moment/,
  select: /src\/(?:\w+\/)?(forms\/options|ui\/select)\./,
  form: /src\/(?:\w+\/)?(api\/use-action|forms\/problem|storage\/draft-keys|new-id|ui\/error-summary)\.|rules\/src\/validation\/(result|form-state|text)\./,
  icons:
    /icons\/(circle-x|arrow-left|eye|file-text|hospital|receipt-text|stethoscope|shield-check|wallet|accessibility|ambulance|face-slightly-smiling|flask-conical|scan-line)\./,
  // Loaded in the first idle moment.
  idle: /src\/(?:\w+\/)?shell\/(above|offline-notice|print-head|logout-failed-dialog)\./,
  // Loaded after every first view.
  later:
    /src\/(?:\w+\/)?(ui\/loading-indicator|sign-out\/(leftovers|logout|sign-out-note)|storage\/page-cookies|timers\/browser-tabs)\.|rules\/src\/(widgets\/arrow-keys|session\/(sign-out|keep-alive))\./,
}

/** Names stay, for the traces of errors. */
const withoutSpace = { mangle: false, compress: false, codegen: { removeWhitespace: true } }

/** A source of ASCII alone: one other character, and V8 keeps all of it in twice the memory for as long as the server runs. */
function ascii(): Plugin {
  return {
    name: 'ascii',
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type === 'chunk') chunk.code = chunk.code.replace(/[^\0-\x7f]/g, escapeUnit)
      }
    },
  }
}

/** Means the same in a string, a template and a pattern, which are all that such a character stands in. */
function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** Small modules that nearly every view or sign-in needs: files of their own would cost more than they save. */
const small =
  /src\/(?:\w+\/)?(router\/links|ui\/(field|text-field|password-field|button|checkbox)|session\/(user-data|load-page)|storage\/storage|api\/error)\.tsx?$|rules\/src\/limits\.ts$|\/icons\/check\.m?js$/

interface ModuleGraph {
  getModuleInfo(id: string): { readonly importers: readonly string[]; readonly isEntry: boolean } | null
}

/**
 * What the entry needs at once is one chunk; views and all they load are left to the bundler. So are the icons: their
 * package's index makes every one of them look needed by all.
 */
function baseChunk(id: string, graph: ModuleGraph): string | null {
  if (small.test(id)) return 'base'
  if (id.includes('/lucide-react/')) return null
  return isNeededAtOnce(id, graph) ? 'base' : null
}

/**
 * What the parts of the signed-in share with their views is one chunk too: apart, its two dozen small files cost more. What the
 * sign-in page or a visitor of the shop needs as well stays out of it.
 */
function memberChunk(id: string, graph: ModuleGraph): string | null {
  if (id.includes('/lucide-react/')) return null
  const isNeededBy = (views: RegExp) => leadsTo(id, graph, (importer) => views.test(importer.replace(repository, '/')))
  return isNeededBy(/\/shell\/member-parts\.tsx$/) && !isNeededBy(/\/(sign-in|shop)\//) ? 'member' : null
}

function isNeededAtOnce(id: string, graph: ModuleGraph): boolean {
  return leadsTo(id, graph, (importer) => graph.getModuleInfo(importer)?.isEntry === true)
}

/** Whether a module, or one of those that import it at once, is what is looked for. */
function leadsTo(
  id: string,
  graph: ModuleGraph,
  isWanted: (id: string) => boolean,
  seen: Set<string> = new Set(),
): boolean {
  if (seen.has(id)) return false
  seen.add(id)
  return isWanted(id) || (graph.getModuleInfo(id)?.importers ?? []).some((one) => leadsTo(one, graph, isWanted, seen))
}

/** Short names that are the same in both builds. */
function generateScopedName(name: string, file: string): string {
  // Without the wing, so that a name stays where an area changes its wing.
  const path = file
    .slice(root.length)
    .replace(/\?.*$/, '')
    .replace(/^src\/[^/]+\/(?=[^/]+\/)/, 'src/')
  return `p${createHash('sha256')
    .update(`${path} ${name}`)
    .digest('base64url')
    .replace(/[^A-Za-z0-9]/g, '')
    .slice(0, 4)}`
}
