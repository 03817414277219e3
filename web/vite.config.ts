import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { messages } from './messages-plugin.ts'

/**
 * Two builds of one application. The client build writes hashed files and their manifest to `dist/client`; the server
 * build (with `build.ssr`) writes `dist/server/render.js`, which holds all it needs.
 */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [messages(), react()],
  json: { namedExports: false, stringify: true },
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
    rolldownOptions: {
      input: isSsrBuild ? { render: 'src/render.tsx' } : { main: 'src/main.tsx' },
      ...(isSsrBuild && { output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' } }),
    },
  },
}))
