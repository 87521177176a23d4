'use strict';
(() => {
  const pages = BOOK_PAGES;
  const pager = document.querySelector('.book-pager');
  if (!pager) return;
  const last = pages[pager.dataset.rule];
  const page = Number(pager.dataset.page);
  const list = pager.querySelector('ol');
  if (!last || last <= page + 1) return;
  if (last > page + 2) {
    const gap = document.createElement('li');
    gap.className = 'book-gap';
    gap.textContent = '…';
    list.append(gap);
  }
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = (page === 1 ? '' : '../') + last + '/index.html';
  link.textContent = last;
  link.setAttribute('aria-label', pager.dataset.label.replace('#', last));
  item.append(link);
  list.append(item);
})();
