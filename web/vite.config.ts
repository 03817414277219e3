import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { slimCalls } from './calls-plugin.ts'
import { catalogues } from './catalogues-plugin.ts'
import { chunkGroups } from './chunks.ts'
import { nameClasses } from './class-names.ts'
import { directIcons, slimIcons } from './icons-plugin.ts'

const root = fileURLToPath(new URL('.', import.meta.url))

/** Both builds name files alike, so that the server's pages name those of the client. */
const assetFileNames = 'assets/[hash:7][extname]'

/**
 * Two builds of one application. The client build writes hashed files and their manifest to `dist/client`; the server
 * build (with `build.ssr`) writes `dist/server/render.js`, which holds all it needs.
 */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [catalogues(), slimCalls(), directIcons(), slimIcons(), react(), ...(isSsrBuild ? [ascii()] : [])],
  resolve: {
    alias: [
      { find: '../createLucideIcon.mjs', replacement: fileURLToPath(new URL('./src/ui/icon.ts', import.meta.url)) },
    ],
  },
  json: { namedExports: false, stringify: true },
  css: { modules: { generateScopedName: nameClasses(root) } },
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
    // Two percent smaller than the bundler's own output.
    minify: isSsrBuild ? false : 'terser',
    terserOptions: { module: true, ecma: 2020, compress: { passes: 3, pure_getters: true, keep_fargs: false } },
    rolldownOptions: isSsrBuild
      ? {
          input: { render: 'src/render.tsx' },
          // One file, so that a server which reloads it after a change reloads all of it.
          output: { entryFileNames: '[name].js', assetFileNames, codeSplitting: false, minify: withoutSpace },
        }
      : {
          input: { main: 'src/main.tsx' },
          output: {
            // Every page carries the list of these names, so they are as short as possible.
            chunkFileNames: 'assets/[hash:7].js',
            assetFileNames,
            codeSplitting: {
              groups: chunkGroups,
            },
          },
        },
  },
}))

/** Keeps names, for stack traces. */
const withoutSpace = { mangle: false, compress: false, codegen: { removeWhitespace: true } }

/** Makes the source pure ASCII: a single other character makes V8 keep all of it in twice the memory for as long as the server runs. */
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

/** The escape means the same in a string, a template and a pattern, the only places where such a character occurs. */
function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}
