import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppModule } from './app.module.js';
import { policyEngine } from 'policy-engine/nest';
import { engine } from './engine.js';

const app = await NestFactory.create<NestFastifyApplication>(AppModule, new FastifyAdapter());
app.use(policyEngine(engine));
engine.start();
await app.listen(Number(process.env.PORT ?? 3000));
