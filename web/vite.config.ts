import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { slimCalls } from './calls-plugin.ts'
import { messages } from './messages-plugin.ts'

const root = fileURLToPath(new URL('.', import.meta.url))

/**
 * Two builds of one application. The client build writes hashed files and their manifest to `dist/client`; the server
 * build (with `build.ssr`) writes `dist/server/render.js`, which holds all it needs.
 */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [messages(), slimCalls(), react()],
  resolve: { alias: [{ find: '../createLucideIcon.mjs', replacement: `${root}src/ui/icon.tsx` }] },
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
    rolldownOptions: isSsrBuild
      ? {
          input: { render: 'src/render.tsx' },
          output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
        }
      : {
          input: { main: 'src/main.tsx' },
          // Changes with its versions only, so that it stays cached over releases.
          output: { codeSplitting: { groups: [{ name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// }] } },
        },
  },
}))

/** Short names that are the same in both builds. */
function generateScopedName(name: string, file: string): string {
  const path = file.slice(root.length).replace(/\?.*$/, '')
  return `p${createHash('sha256').update(`${path} ${name}`).digest('base64url').replace(/[^A-Za-z0-9]/g, '').slice(0, 4)}`
}
