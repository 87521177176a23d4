import 'reflect-metadata';
import type { IncomingMessage } from 'node:http';
import { Body, Controller, Get, Module, Post, Req, Res } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { consentContextOf, policyEngine, requirePolicies } from 'policy-engine/nest';
import { renderMiddleware } from 'render-middleware/nest';
import { documentOf, engine, forBots, homePage, signUp, signUpForm } from '../shop/shop.js';

/** The common part of the responses of Express and Fastify. */
interface Answer {
  status(code: number): Answer;
  header(name: string, value: string | string[]): Answer;
  send(body: string): void;
}

@Controller()
class Shop {
  @Get()
  async home(@Req() request: IncomingMessage, @Res() answer: Answer) {
    const { text, ...added } = await homePage(consentContextOf(engine, request));
    answer.header('content-type', 'text/html; charset=utf-8').send(documentOf(`<p>${text}</p>`, added));
  }

  @Get('sign-up')
  form(@Res() answer: Answer) {
    answer.header('content-type', 'text/html; charset=utf-8').send(documentOf(signUpForm()));
  }

  @Post('sign-up')
  async signUp(@Body() body: Record<string, string>, @Res() answer: Answer) {
    const { status, errors, cookies } = await signUp(body);
    answer.status(status).header('set-cookie', cookies).header('content-type', 'text/html; charset=utf-8');
    if (status === 303) answer.header('location', '/');
    answer.send(documentOf(signUpForm(errors)));
  }
}

@Module({ controllers: [Shop] })
class ShopModule {}

const isFastify = process.argv[2] === 'fastify';
const app = isFastify
  ? await NestFactory.create(ShopModule, new FastifyAdapter())
  : await NestFactory.create(ShopModule);
if (!isFastify) app.getHttpAdapter().getInstance().set('trust proxy', 1);
app.use(renderMiddleware(forBots));
app.use(requirePolicies(engine));
app.use(policyEngine(engine));
await app.listen(Number(process.env.PORT), '127.0.0.1');
