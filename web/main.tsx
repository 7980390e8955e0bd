import './styles/app.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './lib/query.ts';
import { App } from './routes/app.tsx';
import { Toaster } from './ui/toaster.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no element with the id root');

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <App />
      <Toaster />
    </QueryClientProvider>
  </StrictMode>,
);
